package dev.drover.tools.search;

import dev.drover.tools.call.PrintableText;
import java.util.ArrayDeque;
import java.util.Deque;

/// The rows of one file on a page: its path, then matching lines with context.
final class FileMatches {
  private final SearchOutput output;
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

  /// @param rows the rows of the file that belong to the page
  FileMatches(String path, Rows rows, int context, SearchOutput output) {
    this.heading = (output.isEmpty() ? "" : "\n") + PrintableText.of(path) + "\n";
    this.skipped = rows.skipped();
    this.wanted = rows.wanted();
    this.context = context;
    this.output = output;
  }

  /// A range of the matching lines of a file.
  ///
  /// @param skipped number of matching lines before the range
  record Rows(long skipped, long wanted) {}

  /// Whether further lines can change the result.
  boolean isOpen() {
    return !full && (shown < wanted || after > 0);
  }

  /// Whether lines that do not match may be shown.
  boolean showsContext() {
    return context > 0;
  }

  long shown() {
    return shown;
  }

  /// Counts a line that is not shown.
  void pass() {
    number++;
  }

  /// Adds a line that does not match.
  void addContext(String text) {
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

  /// Adds a line that matches.
  void match(String text) {
    matches++;
    if (matches <= skipped || shown == wanted) {
      addContext(text);
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
