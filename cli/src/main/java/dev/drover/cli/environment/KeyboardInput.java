package dev.drover.cli.environment;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A person's keyboard input, in pieces. Unlike a stream it supports waiting with a limit, and can
/// drop input that was typed too early.
///
/// Belongs to one thread at a time.
public interface KeyboardInput {
  /// Waits for input or its end, at most for `patience`.
  boolean awaitInput(Duration patience) throws IOException, InterruptedException;

  /// Reads the available input; waits if there is none.
  ///
  /// @return null at the end of input
  @Nullable String read() throws IOException, InterruptedException;

  /// Drops all input so far, including an incomplete line.
  ///
  /// @return whether whole lines were dropped; an incomplete line cannot be detected
  boolean discard() throws IOException;

  /// The process's own standard input is read through the system, any other through a thread.
  static KeyboardInput of(InputStream in) {
    return in.equals(System.in) && TerminalKeyboard.isSupported()
        ? new TerminalKeyboard()
        : new StreamKeyboard(in);
  }
}
