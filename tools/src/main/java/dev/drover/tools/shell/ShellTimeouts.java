package dev.drover.tools.shell;

import java.time.Duration;

/// Time limits of a command and of its end.
///
/// @param timeout default of a call
/// @param maxTimeout maximum that a call may ask for
/// @param yield how long a call waits for a command before it returns a handle to it
/// @param grace between asking a command to end and killing it
/// @param cancelGrace the same when the call was interrupted
/// @param drain how long to wait for output after the command has ended
record ShellTimeouts(
    Duration timeout,
    Duration maxTimeout,
    Duration yield,
    Duration grace,
    Duration cancelGrace,
    Duration drain) {
  static final ShellTimeouts DEFAULT =
      new ShellTimeouts(
          Duration.ofSeconds(120),
          Duration.ofSeconds(600),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3),
          Duration.ofMillis(250),
          Duration.ofMillis(500));
}
