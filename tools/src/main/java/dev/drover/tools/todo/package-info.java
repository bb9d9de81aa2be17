/// The todo list that a model keeps for itself during a run.
@NullMarked
package dev.drover.tools.todo;

import org.jspecify.annotations.NullMarked;
