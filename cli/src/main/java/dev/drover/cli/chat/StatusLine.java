package dev.drover.cli.chat;

import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.Status;
import org.jspecify.annotations.Nullable;

/// The last line of the terminal, which stays where it is while the rest moves up. Only what has
/// changed of it is written again. Where there is no room, or the terminal cannot do it, it is not
/// there; nor while somebody types, because an editor beside it loses its place when the terminal
/// gets another size.
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

  private final Terminal terminal;
  private final Paper paper;
  private final @Nullable Status status;
  // Guarded by the paper.
  private String shown = "";
  private boolean away;

  StatusLine(Terminal terminal, Paper paper) {
    this.terminal = terminal;
    this.paper = paper;
    this.status =
        NEEDED.stream().allMatch(needed -> terminal.getStringCapability(needed) != null)
            ? Status.getStatus(terminal)
            : null;
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
    if (status == null) {
      return;
    }
    var size = terminal.getSize();
    boolean fits = size.getRows() >= LEAST_ROWS && size.getColumns() >= LEAST_COLUMNS;
    if (!fits || away || shown.isEmpty()) {
      status.hide();
      return;
    }
    // Nobody tells it of another size while an editor is at work.
    status.resize(size);
    status.update(List.of(new AttributedString(shown, AttributedStyle.DEFAULT.faint())));
  }
}
