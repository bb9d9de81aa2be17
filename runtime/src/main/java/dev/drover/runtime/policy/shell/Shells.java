package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import dev.drover.runtime.policy.shell.Word.Literal;
import java.util.Set;

/// A shell inside the shell: what it is told to run is a line like any other.
final class Shells {
  private static final Set<String> KNOWN =
      Set.of("bash", "rbash", "sh", "dash", "ash", "ksh", "mksh", "zsh", "busybox-sh");

  /// Not of the family: what stands after `-c` is another language.
  private static final Set<String> STRANGE = Set.of("fish", "csh", "tcsh", "nu", "pwsh", "xonsh");

  private static final Set<String> LONG_FLAGS =
      Set.of("--login", "--noprofile", "--norc", "--posix", "--restricted", "--verbose");

  private static final String FLAGS = "abefhiklmnprtuvxBCDEHPT";

  private Shells() {}

  static boolean isShell(String name) {
    return KNOWN.contains(name) || STRANGE.contains(name);
  }

  static void look(LookThrough search, Invocation call, String name) {
    if (STRANGE.contains(name)) {
      search.hidden(call.source(), "%s speaks another language".formatted(name));
      return;
    }
    boolean code = false;
    int at = 1;
    while (isOption(call.text(at))) {
      var option = call.text(at++);
      if (option.equals("--") || option.equals("-")) {
        break;
      }
      if (option.startsWith("--")) {
        if (!LONG_FLAGS.contains(option)) {
          search.hidden(call.source(), "%s %s is not known".formatted(name, option));
          return;
        }
        continue;
      }
      for (char letter : option.substring(1).toCharArray()) {
        if (letter == 'o' || letter == 'O') {
          at++;
        } else if (letter != 'c' && letter != 's' && FLAGS.indexOf(letter) < 0) {
          search.hidden(call.source(), "%s %s is not known".formatted(name, option));
          return;
        }
        code |= letter == 'c' && option.startsWith("-");
      }
    }
    var dialect = name.endsWith("bash") ? Dialect.BASH : Dialect.OTHER;
    if (code) {
      code(search, call, at, dialect);
    } else {
      file(search, call, at, dialect);
    }
  }

  private static boolean isOption(String text) {
    return text.startsWith("-") || text.startsWith("+");
  }

  private static void code(LookThrough search, Invocation call, int at, Dialect dialect) {
    if (at < call.size() && call.words().get(at) instanceof Literal(_, var text)) {
      search.wrapper(call);
      search.script(call.source(), text, dialect);
    } else {
      search.hidden(call.source(), "what the inner shell runs is not known before it runs");
    }
  }

  private static void file(LookThrough search, Invocation call, int at, Dialect dialect) {
    if (call.isUnknown(at)) {
      search.hidden(call.source(), "what the inner shell runs is not known before it runs");
    } else if (at < call.size()
        && !call.words().subList(1, at).stream().map(Word::known).anyMatch(Shells::readsInput)) {
      search.plain(call);
    } else if (call.input() instanceof Literal(_, var text)) {
      search.wrapper(call);
      search.script(call.source(), text, dialect);
    } else {
      search.hidden(call.source(), "the inner shell runs what it reads");
    }
  }

  /// `-s`: the words that follow are arguments, and the script is the input.
  private static boolean readsInput(String option) {
    return option.startsWith("-") && !option.startsWith("--") && option.indexOf('s') > 0;
  }
}
