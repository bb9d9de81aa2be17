package dev.drover.cli.chat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/// A fixed last line of the terminal below the scrolling output. It is hidden if the terminal is
/// too small or lacks the feature, and while a person types, because an editor next to it loses its
/// position when the terminal is resized.
///
/// A resized terminal moves printed text unpredictably. So nothing is written above the cursor:
/// below it there can only be the previous status line.
///
/// All methods may be called by any thread.
final class StatusLine {
  private static final int LEAST_ROWS = 8;
  private static final int LEAST_COLUMNS = 40;
  private static final List<Capability> NEEDED =
      List.of(
          Capability.change_scroll_region,
          Capability.save_cursor,
          Capability.restore_cursor,
          Capability.cursor_address);

  private static final String SAVE = "\u001b7";
  private static final String RESTORE = "\u001b8";
  private static final String MOVE_ALL = SAVE + "\u001b[r" + RESTORE;
  private static final String CLEAR_BELOW = "\u001b[J";
  // Down, which scrolls if necessary, and back: this guarantees a line below the cursor.
  private static final String MAKE_ROOM = "\u001bD\u001b[A";
  private static final String CLEAR_REST = "\u001b[K";

  private final Terminal terminal;
  private final TerminalOutput output;
  private final boolean possible;
  // Guarded by the output.
  private String shown = "";
  private boolean away;
  private @Nullable Size placed;

  StatusLine(Terminal terminal, TerminalOutput output) {
    this.terminal = terminal;
    this.output = output;
    this.possible =
        NEEDED.stream().allMatch(needed -> terminal.getStringCapability(needed) != null);
  }

  void show(String text) {
    synchronized (output) {
      shown = text;
      draw();
    }
  }

  /// The terminal was resized.
  void resize() {
    synchronized (output) {
      draw();
    }
  }

  /// A person begins to type.
  void leave() {
    synchronized (output) {
      away = true;
      draw();
    }
  }

  /// Typing has ended.
  void comeBack() {
    synchronized (output) {
      away = false;
      draw();
    }
  }

  private void draw() {
    var size = terminal.getSize();
    boolean fits = size.getRows() >= LEAST_ROWS && size.getColumns() >= LEAST_COLUMNS;
    if (!possible || !fits || away || shown.isEmpty()) {
      remove();
      return;
    }
    if (!size.equals(placed)) {
      remove();
      place(size);
    }
    var line =
        new AttributedString(shown, AttributedStyle.DEFAULT.faint())
            .columnSubSequence(0, size.getColumns());
    write(SAVE + "\u001b[" + size.getRows() + ";1H" + line.toAnsi(terminal) + CLEAR_REST + RESTORE);
  }

  private void place(Size size) {
    write(MAKE_ROOM + SAVE + "\u001b[1;" + (size.getRows() - 1) + "r" + RESTORE);
    placed = Size.of(size.getColumns(), size.getRows());
  }

  private void remove() {
    if (placed != null) {
      write(MOVE_ALL + CLEAR_BELOW);
      placed = null;
    }
  }

  private void write(String codes) {
    var bytes = codes.getBytes(StandardCharsets.UTF_8);
    output.write(bytes, 0, bytes.length);
    output.flush();
  }
}
