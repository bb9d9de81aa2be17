/// The model's own list of what is to be done.
@NullMarked
package dev.drover.tools.todo;

import org.jspecify.annotations.NullMarked;
