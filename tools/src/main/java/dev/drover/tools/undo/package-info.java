/// Bringing files back as they were before a run.
@NullMarked
package dev.drover.tools.undo;

import org.jspecify.annotations.NullMarked;
