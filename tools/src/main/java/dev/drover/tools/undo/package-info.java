/// Restores files to their state before a run.
@NullMarked
package dev.drover.tools.undo;

import org.jspecify.annotations.NullMarked;
