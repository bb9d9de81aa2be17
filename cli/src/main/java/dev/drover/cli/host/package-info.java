/// What surrounds the program: arguments, environment, folders, streams, signals, and the exit code
/// it answers with. Everything here can be taken away by a test.
@NullMarked
package dev.drover.cli.host;

import org.jspecify.annotations.NullMarked;
