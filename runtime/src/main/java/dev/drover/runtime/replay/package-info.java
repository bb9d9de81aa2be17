/// Decides a recorded session again, with nothing but its journal: no store, no model, no tool, no
/// clock. What the world once answered is taken from the record; what the kernel once decided must
/// come out the same.
@NullMarked
package dev.drover.runtime.replay;

import org.jspecify.annotations.NullMarked;
