package dev.drover.shell;

import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.ShellLineAnalyzer.Invocation;
import dev.drover.shell.ShellWord.Literal;
import dev.drover.shell.ShellWord.Unknown;
import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;

/// Commands that evaluate a text as a shell line, or change the meaning of a name.
final class EvalCommands {
  private static final Set<String> KNOWN =
      Set.of(
          "eval",
          "source",
          ".",
          "trap",
          "alias",
          "hash",
          "enable",
          "complete",
          "compgen",
          "bind",
          "jobs",
          "fc",
          "mapfile",
          "readarray",
          "watch",
          "parallel",
          "ssh");

  private static final Pattern WATCH_OPTION =
      Pattern.compile(
          "-[bcCdefgprtwx]*(?:[nqs][0-9.]*)?|--(?:interval|equexit|shotsdir)(?:=.*)?"
              + "|--(?:beep|color|no-color|differences|errexit|chgexit|precise|no-rerun|no-title"
              + "|no-wrap|exec)");

  private EvalCommands() {}

  static boolean isRunner(String name) {
    return KNOWN.contains(name);
  }

  static void look(ShellLineAnalyzer search, Invocation call, String name) {
    switch (name) {
      case "eval" -> line(search, call, call.text(1).equals("--") ? 2 : 1, ShellDialect.BASH);
      case "watch" -> watch(search, call);
      case "source", "." -> file(search, call);
      case "trap" -> trap(search, call);
      case "alias" -> alias(search, call);
      case "parallel" -> parallel(search, call);
      case "ssh" -> remote(search, call);
      default -> byOption(search, call, name);
    }
  }

  /// The words from this index on, joined, are a line.
  private static void line(
      ShellLineAnalyzer search, Invocation call, int start, ShellDialect dialect) {
    var text =
        ShellLineAnalyzer.joined(call.words().subList(Math.min(start, call.size()), call.size()));
    if (text == null) {
      search.hidden(call.source(), "what it evaluates is not known before it runs");
    } else {
      search.wrapper(call);
      search.script(call.source(), text, dialect);
    }
  }

  private static void watch(ShellLineAnalyzer search, Invocation call) {
    if (call.hasUnknown()) {
      search.hidden(call.source(), "what watch runs is not known before it runs");
      return;
    }
    int at = 1;
    while (call.text(at).startsWith("-")) {
      if (!WATCH_OPTION.matcher(call.text(at)).matches()) {
        search.hidden(call.source(), "what watch runs cannot be told");
        return;
      }
      boolean valued = call.text(at).matches("-[a-z]*[nqs]|--(interval|equexit|shotsdir)");
      at += valued ? 2 : 1;
    }
    line(search, call, at, ShellDialect.OTHER);
  }

  /// A file that becomes part of the line. A rule that names the file is written with this in mind.
  private static void file(ShellLineAnalyzer search, Invocation call) {
    if (call.size() < 2 || call.isUnknown(1)) {
      search.hidden(call.source(), "the file that it runs is not known before it runs");
    } else {
      search.smuggled(call, 1, "runs the commands in %s".formatted(call.text(1)));
    }
  }

  private static void trap(ShellLineAnalyzer search, Invocation call) {
    int at = call.text(1).equals("--") ? 2 : 1;
    if (at >= call.size() || call.text(1).matches("-[lp]+")) {
      search.plain(call);
    } else if (call.isUnknown(at)) {
      search.hidden(call.source(), "what the trap runs is not known before it runs");
    } else {
      search.wrapper(call);
      search.script(call.source(), call.text(at), ShellDialect.BASH);
    }
  }

  private static void alias(ShellLineAnalyzer search, Invocation call) {
    boolean defines =
        call.words().stream()
            .anyMatch(word -> word instanceof Unknown || word.known().contains("="));
    if (defines) {
      search.hidden(call.source(), "an alias makes one name stand for another");
    } else {
      search.plain(call);
    }
  }

  /// Joins its words to a shell line, in which `{}` is replaced by a quoted argument and `{= =}` by
  /// the result of a Perl program.
  private static void parallel(ShellLineAnalyzer search, Invocation call) {
    int end = 1;
    while (end < call.size() && !call.text(end).startsWith(":::")) {
      end++;
    }
    var given = call.words().subList(1, end);
    boolean plain =
        !given.isEmpty()
            && given.stream().allMatch(EvalCommands::isPlainToParallel)
            && !given.getFirst().known().startsWith("-");
    if (plain) {
      search.wrapper(call);
      var words = new ArrayList<>(CommandWrappers.marked(given, "{"));
      words.add(new Unknown("…"));
      search.words(call.with(words));
    } else {
      search.hidden(call.source(), "what parallel runs cannot be told");
    }
  }

  private static boolean isPlainToParallel(ShellWord word) {
    if (!(word instanceof Literal(_, var text))) {
      return false;
    }
    boolean mark = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          switch (c) {
            case '{' -> !mark;
            case '}' -> mark;
            default ->
                mark
                    ? "0123456789./#%".indexOf(c) >= 0
                    : ShellCursor.isOfName(c) || "./=:,+@%-".indexOf(c) >= 0;
          };
      if (!plain) {
        return false;
      }
      mark = c == '{' || (mark && c != '}');
    }
    return !mark;
  }

  /// The command runs on another host, and its meaning there is not known.
  private static void remote(ShellLineAnalyzer search, Invocation call) {
    int at = 1;
    while (call.text(at).startsWith("-")) {
      var option = call.text(at);
      if (hasFlag(option, "oFJSIDLRW")) {
        search.smuggled(call, at, "ssh %s may run a command here".formatted(option));
        return;
      }
      at += option.matches("-[bcEeilmpQw]") ? 2 : 1;
    }
    if (call.hasUnknown()) {
      search.smuggled(call, call.size() - 1, "the options of ssh are not known before it runs");
    } else if (at + 1 < call.size()) {
      var why = "runs a command on %s".formatted(call.text(at));
      search.opaque(call, new CodeExecutors.CodeUse(Grade.INTERPRETER, at + 1, why));
    } else {
      search.plain(call);
    }
  }

  /// Whether an option begins with one of these letters among its flags. The text after such a
  /// letter is its value, and may contain anything, line breaks too.
  private static boolean hasFlag(String option, String flags) {
    if (!option.startsWith("-")) {
      return false;
    }
    for (int at = 1; at < option.length() && Character.isLetter(option.charAt(at)); at++) {
      if (flags.indexOf(option.charAt(at)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static void byOption(ShellLineAnalyzer search, Invocation call, String name) {
    var options =
        switch (name) {
          case "hash" -> "p";
          case "enable" -> "f";
          case "complete", "compgen" -> "CFW";
          case "bind", "jobs" -> "x";
          case "fc" -> "es";
          default -> "C";
        };
    boolean runs =
        call.hasUnknown() || call.words().stream().anyMatch(word -> hasFlag(word.known(), options));
    if (runs) {
      search.hidden(call.source(), "%s runs or replaces a command".formatted(name));
    } else {
      search.plain(call);
    }
  }
}
