package dev.drover.shell;

import dev.drover.shell.ParseCollector.RedirectDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The here-documents whose text starts after the next line break.
final class HereDocuments {
  private final List<Pending> pending = new ArrayList<>();

  /// @param end the line that ends it
  /// @param quoted nothing inside is expanded
  /// @param indented tabs at the start of its lines are removed
  record Pending(RedirectDraft redirect, String end, boolean quoted, boolean indented) {}

  void add(Pending document) {
    pending.add(document);
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /// Reads the texts of all pending here-documents, from after a line break.
  ///
  /// @param expanded parses a text with expansions
  /// @param taken receives a text without expansions
  void read(ShellCursor cursor, Function<String, ShellWord> expanded, Consumer<String> taken) {
    var due = List.copyOf(pending);
    pending.clear();
    for (var document : due) {
      var text = text(cursor, document);
      if (document.quoted) {
        taken.accept(text);
        document.redirect.fed(new ShellWord.Literal(text, text));
      } else {
        document.redirect.fed(expanded.apply(text));
      }
    }
  }

  private static String text(ShellCursor cursor, Pending document) {
    var text = new StringBuilder();
    while (cursor.raw() != ShellCursor.END) {
      var line = line(cursor, document);
      var bare = line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
      if (bare.equals(document.end)) {
        return text.toString();
      }
      text.append(line);
    }
    return text.toString();
  }

  /// A line with its line break; lines joined by a backslash are one, unless the document is
  /// quoted.
  private static String line(ShellCursor cursor, Pending document) {
    var line = new StringBuilder();
    while (document.indented && cursor.raw() == '\t') {
      cursor.skip();
    }
    while (cursor.raw() != ShellCursor.END) {
      char c = cursor.takeRaw();
      if (c == '\\' && !document.quoted) {
        char escaped = cursor.takeRaw();
        if (escaped == '\n') {
          continue;
        }
        line.append(c);
        if (escaped != ShellCursor.END) {
          line.append(escaped);
        }
        continue;
      }
      line.append(c);
      if (c == '\n') {
        break;
      }
    }
    return line.toString();
  }
}
