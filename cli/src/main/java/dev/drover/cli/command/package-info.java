/// The commands, one class each. A command reads what was typed, asks the public API of the
/// runtime, and shows the answer.
@NullMarked
package dev.drover.cli.command;

import org.jspecify.annotations.NullMarked;
