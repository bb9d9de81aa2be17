package dev.drover.tools.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Formats the difference that replacements make, similar to a unified diff: `-` for deleted lines,
/// `+` for added lines, and a few lines of context. It is short in an answer to a model, which has
/// the file, and complete for a person who approves the change.
///
/// The positions are known, so no diff is computed: the lines around each position are taken before
/// and after, positions that share lines are merged, and equal lines at both ends become context.
///
/// Used for one text.
public final class DiffFormatter {
  public static final int MAX_ROWS = 120;
  private static final int MAX_ROW_CHARS = 300;
  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final int CONTEXT = 3;

  private final List<String> lines;

  /// The start of each line, and the end of the text after the last one.
  private final int[] offsets;

  private final List<String> rows = new ArrayList<>();
  private int rowsLeftOut;

  /// The lines before this one were processed.
  private int done;

  private final int maxRows;
  private final int maxRowChars;

  private DiffFormatter(String text, int maxRows, int maxRowChars) {
    this.maxRows = maxRows;
    this.maxRowChars = maxRowChars;
    lines = split(text);
    offsets = new int[lines.size() + 1];
    for (int i = 0; i < lines.size(); i++) {
      offsets[i + 1] = offsets[i] + lines.get(i).length();
    }
  }

  /// Lines `first` up to, not including, `end`, and their replacement. Counted from 0.
  private record Hunk(int first, int end, List<String> after) {}

  /// The difference, shortened if it is long.
  ///
  /// @param text with ` ` line ends
  /// @param splices ascending and disjoint
  public static String of(String text, List<TextSplice> splices) {
    return made(new DiffFormatter(text, MAX_ROWS, MAX_ROW_CHARS), text, splices);
  }

  /// The complete difference.
  ///
  /// @param text with ` ` line ends
  /// @param splices ascending and disjoint
  public static String whole(String text, List<TextSplice> splices) {
    return made(new DiffFormatter(text, NO_LIMIT, NO_LIMIT), text, splices);
  }

  private static String made(DiffFormatter diff, String text, List<TextSplice> splices) {
    for (int next = 0; next < splices.size(); ) {
      next = diff.take(text, splices, next);
    }
    return diff.ending();
  }

  /// Shows the next replacement, with all that begin on lines that it touches.
  ///
  /// @return the first replacement that is still to be shown
  private int take(String text, List<TextSplice> splices, int from) {
    int first = lineAt(splices.get(from).start());
    var after = new StringBuilder();
    int copied = offsets[first];
    int end = first;
    int next = from;
    do {
      var splice = splices.get(next);
      after.append(text, copied, splice.start()).append(splice.replacement());
      copied = splice.end();
      end = Math.max(end, endLine(splice));
      next++;
    } while (next < splices.size() && splices.get(next).start() < offsets[end]);
    after.append(text, copied, Math.max(copied, offsets[end]));
    show(trimmed(new Hunk(first, end, split(after.toString()))));
    return next;
  }

  /// The line after the last affected one. Replacing a text that ends with a line break by one that
  /// does not joins the next line.
  private int endLine(TextSplice splice) {
    int line = lineAt(splice.end() - 1) + 1;
    boolean drawsUp =
        offsets[line] == splice.end()
            && !splice.replacement().endsWith("\n")
            && line < lines.size();
    return drawsUp ? line + 1 : line;
  }

  private int lineAt(int at) {
    int found = Arrays.binarySearch(offsets, at);
    return found >= 0 ? found : -found - 2;
  }

  private Hunk trimmed(Hunk hunk) {
    var after = hunk.after();
    int common = Math.min(hunk.end() - hunk.first(), after.size());
    int head = 0;
    while (head < common && lines.get(hunk.first() + head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < common - head
        && lines.get(hunk.end() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
      tail++;
    }
    return new Hunk(
        hunk.first() + head, hunk.end() - tail, after.subList(head, after.size() - tail));
  }

  private void show(Hunk hunk) {
    endContext(hunk.first());
    int from = Math.max(done, hunk.first() - CONTEXT);
    if (rows.isEmpty() || from > done) {
      add("@@ line %d @@".formatted(from + 1));
    }
    lines.subList(from, hunk.first()).forEach(line -> row(' ', line));
    lines.subList(hunk.first(), hunk.end()).forEach(line -> row('-', line));
    hunk.after().forEach(line -> row('+', line));
    done = hunk.end();
  }

  /// Shows the lines after the last hunk, up to the beginning of the next.
  private void endContext(int limit) {
    if (!rows.isEmpty()) {
      int to = Math.min(limit, done + CONTEXT);
      lines.subList(done, to).forEach(line -> row(' ', line));
      done = to;
    }
  }

  private void row(char sign, String line) {
    boolean whole = line.endsWith("\n");
    add(sign + cut(whole ? line.substring(0, line.length() - 1) : line, maxRowChars));
    if (!whole) {
      add("\\ No newline at end of file");
    }
  }

  private void add(String row) {
    if (rows.size() < maxRows) {
      rows.add(row);
    } else {
      rowsLeftOut++;
    }
  }

  private String ending() {
    endContext(lines.size());
    if (rowsLeftOut > 0) {
      rows.add("… %d more lines of difference".formatted(rowsLeftOut));
    }
    return String.join("\n", rows);
  }

  /// A text of at most this many characters, without cutting a character in two.
  public static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "…";
  }

  /// Lines with their line ends.
  static List<String> split(String text) {
    var lines = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(at, end));
      at = end;
    }
    return lines;
  }
}
