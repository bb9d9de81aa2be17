package dev.drover.shell;

import dev.drover.shell.ShellLineAnalyzer.Invocation;
import dev.drover.shell.ShellWord.Literal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A shell inside the shell: its script is a line like any other.
final class NestedShells {
  private static final Set<String> KNOWN =
      Set.of("bash", "rbash", "sh", "dash", "ash", "ksh", "mksh");

  /// Shells of another family, or with too much syntax of their own, such as zsh.
  private static final Set<String> UNSUPPORTED =
      Set.of("zsh", "fish", "csh", "tcsh", "nu", "pwsh", "xonsh");

  private static final Set<String> LONG_FLAGS =
      Set.of("--login", "--noprofile", "--norc", "--posix", "--restricted", "--verbose");

  private static final String LETTERS = "abcefhiklmnoprstuvxBCDEHOPT";

  /// Files that are the standard input of the shell.
  private static final Set<String> INPUTS = Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private NestedShells() {}

  static boolean isShell(String name) {
    return KNOWN.contains(name) || UNSUPPORTED.contains(name);
  }

  /// @param end index after the options
  /// @param code whether the next word is a script
  /// @param input whether the script is its standard input
  private record Options(int end, boolean code, boolean input) {}

  static void look(ShellLineAnalyzer search, Invocation call, String name) {
    var options = UNSUPPORTED.contains(name) ? null : options(call);
    if (options == null) {
      search.hidden(call.source(), "what %s runs cannot be told".formatted(name));
      return;
    }
    var dialect = name.endsWith("bash") ? ShellDialect.BASH : ShellDialect.OTHER;
    boolean named = options.end < call.size() && !options.input;
    if (options.code) {
      script(search, call, call.word(options.end), dialect);
    } else if (!named) {
      script(search, call, call.input(), dialect);
    } else if (call.isUnknown(options.end)) {
      search.hidden(call.source(), "the file that it runs is not known before it runs");
    } else if (CodeExecutors.isInput(call.text(options.end))) {
      boolean input = INPUTS.contains(call.text(options.end));
      script(search, call, input ? call.input() : new ShellWord.Unknown(""), dialect);
    } else {
      search.plain(call);
    }
  }

  /// Null if one of them is not known.
  private static @Nullable Options options(Invocation call) {
    boolean code = false;
    boolean input = false;
    int at = 1;
    while (isOption(call.text(at))) {
      var option = call.text(at++);
      if (option.equals("--") || option.equals("-")) {
        break;
      }
      if (LONG_FLAGS.contains(option)) {
        continue;
      }
      var letters = option.substring(1);
      if (!letters.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0)) {
        return null;
      }
      code |= letters.contains("c") && option.startsWith("-");
      input |= letters.contains("s");
      at += (int) letters.chars().filter(letter -> letter == 'o' || letter == 'O').count();
    }
    return call.hasUnknownBefore(at) ? null : new Options(at, code, input && !code);
  }

  private static boolean isOption(String text) {
    return text.startsWith("-") || text.startsWith("+");
  }

  private static void script(
      ShellLineAnalyzer search, Invocation call, ShellWord script, ShellDialect dialect) {
    if (script instanceof Literal(_, var text)) {
      search.wrapper(call);
      search.script(call.source(), text, dialect);
    } else {
      search.hidden(call.source(), "what the inner shell runs is not known before it runs");
    }
  }
}
