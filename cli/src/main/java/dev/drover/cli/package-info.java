/// The program `drover`: reads the arguments, finds the command, and turns every failure into one
/// line and an exit code.
@NullMarked
package dev.drover.cli;

import org.jspecify.annotations.NullMarked;
