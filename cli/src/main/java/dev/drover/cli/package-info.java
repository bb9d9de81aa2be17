/// The program `drover`: one class per command around the public API of the runtime.
@NullMarked
package dev.drover.cli;

import org.jspecify.annotations.NullMarked;
