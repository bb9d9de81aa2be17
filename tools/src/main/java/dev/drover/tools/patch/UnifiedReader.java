package dev.drover.tools.patch;

import dev.drover.tools.patch.Hunk.Row;
import dev.drover.tools.patch.Hunk.Sign;
import dev.drover.tools.patch.Hunk.Spot;
import dev.drover.tools.place.Obstacle;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads unified diffs, as `diff -u` and `git diff` make them. What stands before and between the
/// files, such as a commit message, is passed over. A hunk has exactly as many lines as its header
/// says: without that one could not tell a dropped line `-- x` from the header of the next file.
final class UnifiedReader {
  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");

  private final PatchText text;

  UnifiedReader(PatchText text) {
    this.text = text;
  }

  List<FilePatch> read() throws Obstacle {
    var files = new ArrayList<FilePatch>();
    while (!text.isOver()) {
      if (UnifiedHeader.begins(text)) {
        var header = UnifiedHeader.read(text);
        files.add(header.filePatch(hunks(header)));
      } else if (text.peek().startsWith("@@")) {
        throw text.wrong(
            "a hunk, and no file that it belongs to. Put '--- a/path' and '+++ b/path' before it.");
      } else {
        text.next();
      }
    }
    return files;
  }

  private List<Hunk> hunks(UnifiedHeader header) throws Obstacle {
    var hunks = new ArrayList<Hunk>();
    while (text.peek().startsWith("@@")) {
      var counts = HUNK.matcher(text.peek().strip());
      if (!counts.matches()) {
        throw text.wrong(
            "'%s' is no hunk header. It looks like this: @@ -12,7 +12,8 @@."
                .formatted(text.peek().strip()));
      }
      hunks.add(hunk(counts, "hunk %d of '%s'".formatted(hunks.size() + 1, header.shown())));
    }
    return hunks;
  }

  private Hunk hunk(Matcher header, String shown) throws Obstacle {
    int start = text.position();
    text.next();
    int oldLines = count(header.group(2));
    int newLines = count(header.group(4));
    var rows = new ArrayList<Row>();
    int old = 0;
    int fresh = 0;
    while (old < oldLines || fresh < newLines) {
      if (text.isOver() || !isRow(text.peek())) {
        throw miscounted(start, shown);
      }
      var sign = sign(text.peek());
      rows.add(row(sign));
      old += sign == Sign.ADD ? 0 : 1;
      fresh += sign == Sign.DROP ? 0 : 1;
    }
    boolean moreFollows =
        isRow(text.peek()) && !text.peek().isBlank() && !isSignature() && !isNextFile();
    if (old != oldLines || fresh != newLines || moreFollows) {
      throw miscounted(start, shown);
    }
    return new Hunk(new Spot.AtLine(Integer.parseInt(header.group(1))), rows);
  }

  private static int count(@Nullable String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  private Row row(Sign sign) {
    var line = text.next();
    var content = line.isEmpty() ? line : line.substring(1);
    if (text.peek().startsWith("\\")) {
      text.next();
      return new Row(sign, content);
    }
    return new Row(sign, content + "\n");
  }

  private Obstacle miscounted(int start, String shown) {
    text.back(start);
    var said = text.next();
    int old = 0;
    int fresh = 0;
    for (; !text.isOver() && !isNextFile() && isRowOrMark(text.peek()); text.next()) {
      if (!text.peek().startsWith("\\")) {
        old += sign(text.peek()) == Sign.ADD ? 0 : 1;
        fresh += sign(text.peek()) == Sign.DROP ? 0 : 1;
      }
    }
    text.back(start);
    return text.wrong(
        "%s says '%s', but %d old and %d new lines follow. Count them again."
            .formatted(shown, said.strip(), old, fresh));
  }

  private boolean isNextFile() {
    return UnifiedHeader.begins(text);
  }

  /// What git puts at the end of a mail.
  private boolean isSignature() {
    return text.peek().equals("-- ");
  }

  private static boolean isRowOrMark(String line) {
    return isRow(line) || line.startsWith("\\");
  }

  /// A line without any character is one of context that lost its blank.
  private static boolean isRow(String line) {
    return line.isEmpty() || line.equals("\r") || " +-".indexOf(line.charAt(0)) >= 0;
  }

  private static Sign sign(String line) {
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '+' -> Sign.ADD;
      case '-' -> Sign.DROP;
      default -> Sign.KEEP;
    };
  }
}
