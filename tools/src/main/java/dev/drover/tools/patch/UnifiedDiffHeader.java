package dev.drover.tools.patch;

import dev.drover.tools.patch.FilePatch.Action;
import dev.drover.tools.patch.FilePatch.Executable;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// The lines of a unified diff before the hunks of a file.
///
/// Used for one file.
final class UnifiedDiffHeader {
  private static final String GIT = "diff --git ";
  private static final String OLD = "--- ";
  private static final String NEW = "+++ ";

  /// Stands for a missing file.
  private static final String NOTHING = "/dev/null";

  private static final Pattern OCTAL = Pattern.compile("[0-3][0-7][0-7]");

  private String oldName = "";
  private String newName = "";
  private String movedFrom = "";
  private String movedTo = "";
  private boolean added;
  private boolean deleted;
  private Executable executable = Executable.AS_IT_IS;

  private UnifiedDiffHeader() {}

  static boolean begins(PatchLineReader text) {
    return text.peek().startsWith(GIT)
        || (text.peek().startsWith(OLD) && text.ahead(1).startsWith(NEW));
  }

  static UnifiedDiffHeader read(PatchLineReader text) throws ToolRefusal {
    var header = new UnifiedDiffHeader();
    if (text.peek().startsWith(GIT)) {
      header.namesOf(text.next().substring(GIT.length()).strip());
      while (!text.isOver() && !begins(text) && !text.peek().startsWith("@@")) {
        if (!header.takeExtended(text)) {
          break;
        }
      }
    }
    if (text.peek().startsWith(OLD) && text.ahead(1).startsWith(NEW)) {
      header.oldName = name(text.next().substring(OLD.length()));
      header.newName = name(text.next().substring(NEW.length()));
    }
    header.dropPrefixes();
    if (header.shown().isEmpty()) {
      throw text.wrong("the header names no file. Put '--- a/path' and '+++ b/path' here.");
    }
    return header;
  }

  String shown() {
    return newName.isEmpty() || newName.equals(NOTHING) ? oldName : newName;
  }

  FilePatch filePatch(List<PatchHunk> hunks) {
    if (!movedTo.isEmpty()) {
      return new FilePatch(Action.MOVE, movedFrom, movedTo, hunks, executable);
    }
    if (added || oldName.equals(NOTHING)) {
      return new FilePatch(Action.ADD, newName, newName, hunks, executable);
    }
    if (deleted || newName.equals(NOTHING)) {
      return new FilePatch(Action.DELETE, oldName, hunks);
    }
    return new FilePatch(Action.UPDATE, newName, newName, hunks, executable);
  }

  /// @return whether the line was a header line
  private boolean takeExtended(PatchLineReader text) throws ToolRefusal {
    var line = text.peek().strip();
    if (line.startsWith("copy ") || line.startsWith("GIT binary") || line.startsWith("Binary ")) {
      throw text.wrong("'%s' cannot be applied; only text can be changed.".formatted(line));
    }
    if (line.startsWith("rename from ")) {
      movedFrom = name(line.substring("rename from ".length()));
    } else if (line.startsWith("rename to ")) {
      movedTo = name(line.substring("rename to ".length()));
    } else if (line.startsWith("new file mode ")) {
      added = true;
      // The system creates files without the executable bit anyway.
      executable = line.endsWith("755") ? Executable.YES : Executable.AS_IT_IS;
    } else if (line.startsWith("new mode ")) {
      executable = line.endsWith("755") ? Executable.YES : Executable.NO;
    } else if (line.startsWith("deleted file mode ")) {
      deleted = true;
    } else if (!line.matches("(old mode|index|similarity index|dissimilarity index) .*")) {
      return false;
    }
    text.next();
    return true;
  }

  /// The two names in `diff --git a/x b/x`. Where they are needed they differ only in the prefix,
  /// so the end of the first name is known even if it contains spaces.
  private void namesOf(String names) {
    int middle = names.length() / 2;
    if (names.length() % 2 == 1 && names.charAt(middle) == ' ') {
      oldName = name(names.substring(0, middle));
      newName = name(names.substring(middle + 1));
    }
  }

  private void dropPrefixes() {
    boolean old = oldName.startsWith("a/") || oldName.equals(NOTHING);
    boolean fresh = newName.startsWith("b/") || newName.equals(NOTHING);
    if (old && fresh) {
      oldName = oldName.equals(NOTHING) ? oldName : oldName.substring(2);
      newName = newName.equals(NOTHING) ? newName : newName.substring(2);
    }
  }

  /// Removes the timestamp after a name, and the quotes that git puts around unusual names.
  private static String name(String given) {
    if (given.startsWith("\"")) {
      return unquoted(given);
    }
    int tab = given.indexOf('\t');
    return (tab < 0 ? given : given.substring(0, tab)).stripTrailing();
  }

  private static String unquoted(String given) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 1; i < given.length() && given.charAt(i) != '"'; ) {
      int c = given.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\\' && OCTAL.matcher(given).region(i, given.length()).lookingAt()) {
        bytes.write(Integer.parseInt(given.substring(i, i + 3), 8));
        i += 3;
      } else if (c == '\\' && i < given.length()) {
        bytes.write(escaped(given.charAt(i++)));
      } else {
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static char escaped(char letter) {
    return switch (letter) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> letter;
    };
  }
}
