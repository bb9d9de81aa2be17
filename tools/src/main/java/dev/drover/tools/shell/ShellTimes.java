package dev.drover.tools.shell;

import java.time.Duration;

/// How long a command may take, and how long its end may.
///
/// @param timeout if the call does not say
/// @param maxTimeout the most a call may say
/// @param yield how long a call waits for a command before it gives back a handle to it
/// @param grace between asking a command to end and ending it
/// @param cancelGrace the same when the call was interrupted
/// @param drain how long output is awaited after the command itself has ended
record ShellTimes(
    Duration timeout,
    Duration maxTimeout,
    Duration yield,
    Duration grace,
    Duration cancelGrace,
    Duration drain) {
  static final ShellTimes DEFAULT =
      new ShellTimes(
          Duration.ofSeconds(120),
          Duration.ofSeconds(600),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3),
          Duration.ofMillis(250),
          Duration.ofMillis(500));
}
