/// The environment of the program: arguments, variables, folders, streams, signals, and the exit
/// code. Tests can replace all of it.
@NullMarked
package dev.drover.cli.environment;

import org.jspecify.annotations.NullMarked;
