/// Decides a recorded session again from its journal alone: no store, no model, no tool, no clock.
/// Answers of the world are taken from the record; the decisions of the kernel must be the same
/// again.
@NullMarked
package dev.drover.replay;

import org.jspecify.annotations.NullMarked;
