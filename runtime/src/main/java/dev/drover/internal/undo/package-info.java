/// Restores the files that a run changed.
@NullMarked
package dev.drover.internal.undo;

import org.jspecify.annotations.NullMarked;
