package dev.drover.shell;

import dev.drover.shell.ShellLineAnalyzer.Invocation;
import dev.drover.shell.ShellWord.Literal;
import dev.drover.shell.ShellWord.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `find` runs commands, deletes, and writes files, depending on its expression.
final class FindCommand {
  private static final Set<String> RUNNING = Set.of("-exec", "-execdir", "-ok", "-okdir");
  private static final Set<String> WRITING = Set.of("-fprint", "-fprint0", "-fprintf", "-fls");

  private FindCommand() {}

  static void look(ShellLineAnalyzer search, Invocation call) {
    int unknown = firstUnknown(call);
    if (unknown > 0) {
      search.smuggled(call, unknown, "an argument of find may be -exec or -delete");
    } else {
      search.plain(call);
    }
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (RUNNING.contains(text)) {
        search.words(call.with(command(call, i + 1)));
      } else if (text.equals("-delete")) {
        search.words(call.with(List.of(new Literal("rm", "rm"), new Unknown("…"))));
      } else if (WRITING.contains(text) && i + 1 < call.size()) {
        search.uses(call.source(), FileUse.Access.WRITES, call.words().get(i + 1));
      }
    }
  }

  private static int firstUnknown(Invocation call) {
    for (int i = 1; i < call.size(); i++) {
      if (call.isUnknown(i) && call.word(i).mayBeOption()) {
        return i;
      }
    }
    return -1;
  }

  /// Up to the `;` or `+`, with the placeholder of the file unknown.
  private static List<ShellWord> command(Invocation call, int start) {
    var words = new ArrayList<ShellWord>();
    for (int i = start; i < call.size(); i++) {
      if (call.text(i).equals(";") || call.text(i).equals("+")) {
        break;
      }
      words.add(call.words().get(i));
    }
    return CommandWrappers.marked(words, "{}");
  }
}
