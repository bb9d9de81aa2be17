package dev.drover.cli.host;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a person types, a piece at a time. Unlike a stream it never makes a reader wait who does
/// not want to, and can drop what was typed too early.
///
/// Belongs to one thread at a time.
public interface Keyboard {
  /// Waits until there is something to read, the end included; not longer than this.
  boolean isReadyWithin(Duration patience) throws IOException, InterruptedException;

  /// Reads what there is. Waits if nothing is ready.
  ///
  /// @return null if the person has left
  @Nullable String read() throws IOException, InterruptedException;

  /// Drops all that was typed so far, also a line that was not ended.
  ///
  /// @return whether whole lines were dropped; of a line that was not ended nothing is known
  boolean discard() throws IOException;

  /// The process' own standard input is read through the system, any other through a thread.
  static Keyboard of(InputStream in) {
    return in.equals(System.in) && TerminalKeyboard.isSupported()
        ? new TerminalKeyboard()
        : new StreamKeyboard(in);
  }
}
