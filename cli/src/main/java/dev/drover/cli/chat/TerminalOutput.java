package dev.drover.cli.chat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// Prints on a terminal on which a person may be typing. During typing whole lines are printed
/// above the input, and incomplete lines wait.
///
/// All methods may be called by any thread; other writes to the same terminal must hold this
/// object's lock.
final class TerminalOutput extends OutputStream {
  private final Terminal terminal;
  // Guarded by this.
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private @Nullable LineReader typing;

  TerminalOutput(Terminal terminal) {
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

  /// The caller flushes only after whole characters.
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

  /// A person begins to type.
  synchronized void attachEditor(LineReader reader) {
    flush();
    typing = reader;
  }

  /// Typing has ended.
  synchronized void detachEditor() {
    typing = null;
    flush();
  }
}
