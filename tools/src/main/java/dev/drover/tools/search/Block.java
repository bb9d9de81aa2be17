package dev.drover.tools.search;

import dev.drover.tools.work.Printable;
import java.util.ArrayDeque;
import java.util.Deque;

/// The rows of one file on a page: its path, then matching lines and the lines around them.
final class Block {
  private final Output output;
  private final long skipped;
  private final long wanted;
  private final int context;
  private final Deque<String> before = new ArrayDeque<>();
  private String heading;
  private long number;
  private long lastShown;
  private long matches;
  private long shown;
  private int after;
  private boolean full;

  /// @param rows those of the file that belong to the page
  Block(String path, Rows rows, int context, Output output) {
    this.heading = (output.isEmpty() ? "" : "\n") + Printable.of(path) + "\n";
    this.skipped = rows.skipped();
    this.wanted = rows.wanted();
    this.context = context;
    this.output = output;
  }

  /// Some of the matching lines of a file.
  ///
  /// @param skipped how many come before them
  record Rows(long skipped, long wanted) {}

  /// Whether more lines can change it.
  boolean isOpen() {
    return !full && (shown < wanted || after > 0);
  }

  /// Whether lines that do not match may be shown.
  boolean wantsOthers() {
    return context > 0;
  }

  long shown() {
    return shown;
  }

  /// The next line, of which nothing is shown.
  void pass() {
    number++;
  }

  /// The next line, which does not match.
  void other(String text) {
    number++;
    var row = "%d- %s\n".formatted(number, text);
    if (after > 0) {
      after--;
      full = !output.add(row);
      lastShown = number;
      return;
    }
    before.add(row);
    if (before.size() > context) {
      before.remove();
    }
  }

  /// The next line, which matches.
  void match(String text) {
    matches++;
    if (matches <= skipped || shown == wanted) {
      other(text);
      return;
    }
    number++;
    boolean gap = lastShown > 0 && context > 0 && number - before.size() > lastShown + 1;
    var rows =
        heading
            + (gap ? "--\n" : "")
            + String.join("", before)
            + "%d: %s\n".formatted(number, text);
    full = !output.add(rows);
    if (!full) {
      heading = "";
      before.clear();
      lastShown = number;
      after = context;
      shown++;
    }
  }
}
