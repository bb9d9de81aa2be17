package dev.drover.tools.patch;

import dev.drover.tools.patch.PatchHunk.Location;
import dev.drover.tools.patch.PatchHunk.Row;
import dev.drover.tools.patch.PatchHunk.Sign;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads unified diffs as written by `diff -u` and `git diff`. Text before and between the files,
/// such as a commit message, is skipped. A hunk has exactly as many lines as its header says;
/// otherwise a deleted line `-- x` could not be distinguished from the header of the next file.
final class UnifiedDiffReader {
  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");

  private final PatchLineReader text;

  UnifiedDiffReader(PatchLineReader text) {
    this.text = text;
  }

  List<FilePatch> read() throws ToolRefusal {
    var files = new ArrayList<FilePatch>();
    while (!text.isOver()) {
      if (UnifiedDiffHeader.begins(text)) {
        var header = UnifiedDiffHeader.read(text);
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

  private List<PatchHunk> hunks(UnifiedDiffHeader header) throws ToolRefusal {
    var hunks = new ArrayList<PatchHunk>();
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

  private PatchHunk hunk(Matcher header, String shown) throws ToolRefusal {
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
    return new PatchHunk(new Location.AtLine(Integer.parseInt(header.group(1))), rows);
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

  private ToolRefusal miscounted(int start, String shown) {
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
    return UnifiedDiffHeader.begins(text);
  }

  /// The signature that git appends to a mail.
  private boolean isSignature() {
    return text.peek().equals("-- ");
  }

  private static boolean isRowOrMark(String line) {
    return isRow(line) || line.startsWith("\\");
  }

  /// An empty line is a context line that lost its leading space.
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
