/// Child sessions: ids, limits, start and progress.
@NullMarked
package dev.drover.internal.task;

import org.jspecify.annotations.NullMarked;
