/// Derives spans from a journal.
@NullMarked
package dev.drover.internal.trace;

import org.jspecify.annotations.NullMarked;
