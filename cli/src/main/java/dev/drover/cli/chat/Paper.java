package dev.drover.cli.chat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// What is printed on a terminal on which somebody may be typing. While they are, whole lines are
/// put above what they type, and what is not a whole line waits.
///
/// All methods may be called by any thread; what is not printed through it, but on the same
/// terminal, is done while its lock is held.
final class Paper extends OutputStream {
  private final Terminal terminal;
  // Guarded by this.
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private @Nullable LineReader typing;

  Paper(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void write(int one) {
    pending.write(one);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    pending.write(bytes, from, length);
  }

  /// Whoever prints flushes after whole characters.
  @Override
  public synchronized void flush() {
    var text = pending.toString(StandardCharsets.UTF_8);
    int end = typing == null ? text.length() : text.lastIndexOf('\n') + 1;
    if (end == 0) {
      return;
    }
    pending.reset();
    pending.writeBytes(text.substring(end).getBytes(StandardCharsets.UTF_8));
    if (typing == null) {
      terminal.writer().write(text);
      terminal.writer().flush();
    } else {
      typing.printAbove(text.substring(0, end));
    }
  }

  /// Somebody begins to type.
  synchronized void lend(LineReader reader) {
    flush();
    typing = reader;
  }

  /// Nobody types any more.
  synchronized void takeBack() {
    typing = null;
    flush();
  }
}
