package dev.drover.cli.chat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/// The last line of the terminal, which stays where it is while the rest moves up. Where there is
/// no room, or the terminal cannot do it, it is not there; nor while somebody types, because an
/// editor beside it loses its place when the terminal gets another size.
///
/// When the terminal gets another size it moves what was printed, nobody knows where to. So nothing
/// is written above the cursor, wherever that is by then: what is below it can only be the line as
/// it was before.
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
  // Down, which moves the rest up if need be, and back: there is a line below the cursor then.
  private static final String MAKE_ROOM = "\u001bD\u001b[A";
  private static final String CLEAR_REST = "\u001b[K";

  private final Terminal terminal;
  private final Paper paper;
  private final boolean possible;
  // Guarded by the paper.
  private String shown = "";
  private boolean away;
  private @Nullable Size placed;

  StatusLine(Terminal terminal, Paper paper) {
    this.terminal = terminal;
    this.paper = paper;
    this.possible =
        NEEDED.stream().allMatch(needed -> terminal.getStringCapability(needed) != null);
  }

  void show(String text) {
    synchronized (paper) {
      shown = text;
      draw();
    }
  }

  /// The terminal has another size now.
  void resize() {
    synchronized (paper) {
      draw();
    }
  }

  /// Somebody begins to type.
  void leave() {
    synchronized (paper) {
      away = true;
      draw();
    }
  }

  /// Nobody types any more.
  void comeBack() {
    synchronized (paper) {
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
    paper.write(bytes, 0, bytes.length);
    paper.flush();
  }
}
