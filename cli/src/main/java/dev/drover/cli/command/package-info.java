/// The commands, one class each. A command reads its arguments, calls the public API of the
/// runtime, and shows the result.
@NullMarked
package dev.drover.cli.command;

import org.jspecify.annotations.NullMarked;
