package dev.drover.tools.patch;

import dev.drover.tools.patch.FilePatch.Action;
import dev.drover.tools.patch.FilePatch.Executable;
import dev.drover.tools.patch.PatchHunk.Location;
import dev.drover.tools.patch.PatchHunk.Row;
import dev.drover.tools.patch.PatchHunk.Sign;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;

/// Reads patches between `*** Begin Patch` and `*** End Patch`, which have no line numbers.
final class EnvelopePatchReader {
  private static final String BEGIN = "*** Begin Patch";
  private static final String END = "*** End Patch";
  private static final String ADD = "*** Add File: ";
  private static final String UPDATE = "*** Update File: ";
  private static final String DELETE = "*** Delete File: ";
  private static final String MOVE = "*** Move to: ";
  private static final String END_OF_FILE = "*** End of File";

  private final PatchLineReader text;

  EnvelopePatchReader(PatchLineReader text) {
    this.text = text;
  }

  List<FilePatch> read() throws ToolRefusal {
    while (text.peek().isBlank()) {
      text.next();
    }
    if (!text.peek().strip().equals(BEGIN)) {
      throw text.wrong("'%s' is expected here.".formatted(BEGIN));
    }
    text.next();
    var files = new ArrayList<FilePatch>();
    while (!text.peek().strip().equals(END)) {
      if (text.isOver()) {
        throw text.wrong("the patch ends here without '%s'.".formatted(END));
      }
      files.add(file());
    }
    return files;
  }

  private FilePatch file() throws ToolRefusal {
    var line = text.peek();
    if (line.startsWith(ADD)) {
      return added(name(ADD));
    }
    if (line.startsWith(DELETE)) {
      return new FilePatch(Action.DELETE, name(DELETE), List.of());
    }
    if (line.startsWith(UPDATE)) {
      return updated(name(UPDATE));
    }
    throw text.wrong(
        "'*** Add File: ', '*** Update File: ', '*** Delete File: ' or '%s' is expected here."
            .formatted(END));
  }

  private String name(String header) {
    return text.next().substring(header.length()).strip();
  }

  private FilePatch added(String path) throws ToolRefusal {
    var rows = new ArrayList<Row>();
    while (!isHeader(text.peek()) && !text.isOver()) {
      if (!text.peek().startsWith("+")) {
        throw text.wrong("each line of a file to add begins with '+'.");
      }
      rows.add(row(Sign.ADD));
    }
    return new FilePatch(Action.ADD, path, List.of(new PatchHunk(new Location.AtLine(0), rows)));
  }

  private FilePatch updated(String path) throws ToolRefusal {
    var target = text.peek().startsWith(MOVE) ? name(MOVE) : path;
    var hunks = new ArrayList<PatchHunk>();
    while (!isHeader(text.peek()) && !text.isOver()) {
      hunks.add(hunk());
    }
    if (hunks.isEmpty() && target.equals(path)) {
      throw text.wrong("'%s' is to be updated, and no change follows.".formatted(path));
    }
    var action = target.equals(path) ? Action.UPDATE : Action.MOVE;
    return new FilePatch(action, path, target, hunks, Executable.AS_IT_IS);
  }

  private PatchHunk hunk() throws ToolRefusal {
    var anchors = new ArrayList<String>();
    while (text.peek().startsWith("@@")) {
      var anchor = text.next().substring(2).strip();
      if (!anchor.isEmpty()) {
        anchors.add(anchor);
      }
    }
    var rows = new ArrayList<Row>();
    while (isRow(text.peek()) && !text.isOver()) {
      rows.add(
          switch (text.peek().isEmpty() ? ' ' : text.peek().charAt(0)) {
            case '+' -> row(Sign.ADD);
            case '-' -> row(Sign.DROP);
            default -> row(Sign.KEEP);
          });
    }
    if (rows.isEmpty()) {
      throw text.wrong("a line that begins with ' ', '-' or '+' is expected here.");
    }
    if (text.peek().strip().equals(END_OF_FILE)) {
      text.next();
      return new PatchHunk(new Location.AtEnd(), rows);
    }
    return new PatchHunk(new Location.Below(List.copyOf(anchors)), rows);
  }

  private Row row(Sign sign) {
    var line = text.next();
    return new Row(sign, (line.isEmpty() ? line : line.substring(1)) + "\n");
  }

  /// An empty line is a context line that lost its leading space.
  private static boolean isRow(String line) {
    return line.isEmpty() || " +-".indexOf(line.charAt(0)) >= 0 || line.equals("\r");
  }

  private static boolean isHeader(String line) {
    return line.startsWith("*** ") && !line.strip().equals(END_OF_FILE);
  }
}
