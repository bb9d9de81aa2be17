package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import dev.drover.runtime.policy.shell.Word.Literal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A shell inside the shell: what it is told to run is a line like any other.
final class Shells {
  private static final Set<String> KNOWN =
      Set.of("bash", "rbash", "sh", "dash", "ash", "ksh", "mksh");

  /// Not of the family, or, as zsh, with too many words of its own.
  private static final Set<String> STRANGE =
      Set.of("zsh", "fish", "csh", "tcsh", "nu", "pwsh", "xonsh");

  private static final Set<String> LONG_FLAGS =
      Set.of("--login", "--noprofile", "--norc", "--posix", "--restricted", "--verbose");

  private static final String LETTERS = "abcefhiklmnoprstuvxBCDEHOPT";

  /// Files that are what the shell reads.
  private static final Set<String> INPUTS = Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private Shells() {}

  static boolean isShell(String name) {
    return KNOWN.contains(name) || STRANGE.contains(name);
  }

  /// @param end where the options end
  /// @param code whether the next word is a script
  /// @param input whether the script is what it reads
  private record Options(int end, boolean code, boolean input) {}

  static void look(LookThrough search, Invocation call, String name) {
    var options = STRANGE.contains(name) ? null : options(call);
    if (options == null) {
      search.hidden(call.source(), "what %s runs cannot be told".formatted(name));
      return;
    }
    var dialect = name.endsWith("bash") ? Dialect.BASH : Dialect.OTHER;
    boolean named = options.end < call.size() && !options.input;
    if (options.code) {
      script(search, call, call.word(options.end), dialect);
    } else if (!named) {
      script(search, call, call.input(), dialect);
    } else if (call.isUnknown(options.end)) {
      search.hidden(call.source(), "the file that it runs is not known before it runs");
    } else if (CodeCarriers.isInput(call.text(options.end))) {
      boolean input = INPUTS.contains(call.text(options.end));
      script(search, call, input ? call.input() : new Word.Unknown(""), dialect);
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

  private static void script(LookThrough search, Invocation call, Word script, Dialect dialect) {
    if (script instanceof Literal(_, var text)) {
      search.wrapper(call);
      search.script(call.source(), text, dialect);
    } else {
      search.hidden(call.source(), "what the inner shell runs is not known before it runs");
    }
  }
}
