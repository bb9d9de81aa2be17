package dev.drover.shell;

import dev.drover.shell.CodeExecutors.CodeUse;
import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.ShellLineAnalyzer.Invocation;
import org.jspecify.annotations.Nullable;

/// A `sed` script may run commands (`e`) and write files (`w`). Only scripts of the simplest
/// commands are considered harmless.
final class SedScript {
  private static final String DELIMITERS = "/|#,:@";

  private final String text;
  private int at;

  private SedScript(String text) {
    this.text = text;
  }

  static @Nullable CodeUse in(Invocation call) {
    boolean named = false;
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (call.isUnknown(i)) {
        if (named && !call.word(i).mayBeOption()) {
          continue;
        }
        return new CodeUse(Grade.SMUGGLED, i, "an argument of sed may be a script");
      }
      if (isPlainOption(text)) {
        continue;
      }
      if (text.equals("-e") || text.equals("-ne") || text.equals("-Ee")) {
        i++;
      } else if (text.startsWith("-")) {
        return new CodeUse(Grade.SMUGGLED, i, "sed %s may run commands".formatted(text));
      } else if (named) {
        continue;
      }
      if (call.isUnknown(i) || !isSimple(call.text(i))) {
        return new CodeUse(Grade.SMUGGLED, i, "the script of sed may run commands or write files");
      }
      named = true;
    }
    return null;
  }

  private static boolean isPlainOption(String text) {
    return switch (text) {
      case "--quiet", "--silent", "--regexp-extended", "--in-place", "--posix" -> true;
      default ->
          text.startsWith("--in-place=")
              || (text.startsWith("-i") && !text.contains("e") && !text.contains("f"))
              || (text.length() > 1
                  && text.startsWith("-")
                  && text.chars().skip(1).allMatch(c -> "nErsuz".indexOf(c) >= 0));
    };
  }

  static boolean isSimple(String script) {
    var scan = new SedScript(script);
    return !script.isBlank() && scan.commands();
  }

  /// Print, delete, quit, count, or a substitution with simple flags.
  private boolean commands() {
    while (true) {
      skip(" \t;\n");
      if (at >= text.length()) {
        return true;
      }
      if (!addresses()) {
        return false;
      }
      char command = next();
      boolean known =
          switch (command) {
            case 'p', 'd', 'q', '=', 'G', 'h', 'H', 'x', 'N', 'P', 'D', 'n', 'g' -> true;
            case 's' -> substitution();
            default -> false;
          };
      skip(" \t");
      if (!known || (at < text.length() && peek() != ';' && peek() != '\n')) {
        return false;
      }
    }
  }

  private boolean addresses() {
    if (!address()) {
      return false;
    }
    skip(" \t");
    if (peek() == ',') {
      at++;
      skip(" \t");
      if (peek() == '+') {
        at++;
      }
      if (!address()) {
        return false;
      }
    }
    skip(" \t!");
    return true;
  }

  /// None, a number, `$`, or an expression without a bracket or a backslash.
  private boolean address() {
    char c = peek();
    if (c == '$') {
      at++;
    } else if (c == '/') {
      at++;
      while (peek() != '/') {
        if (at >= text.length() || "\\\n[".indexOf(peek()) >= 0) {
          return false;
        }
        at++;
      }
      at++;
    } else {
      skip("0123456789~");
    }
    return true;
  }

  private boolean substitution() {
    char delimiter = next();
    if (DELIMITERS.indexOf(delimiter) < 0 || !part(delimiter, true) || !part(delimiter, false)) {
      return false;
    }
    skip("gpiI0123456789");
    return true;
  }

  /// Up to after the delimiter. Inside a bracket the delimiter is literal, so a bracket is refused.
  private boolean part(char delimiter, boolean expression) {
    boolean bracket = false;
    while (at < text.length()) {
      char c = next();
      if (c == '\n') {
        return false;
      }
      if (c == '\\') {
        if (next() == '\n') {
          return false;
        }
      } else if (bracket) {
        if (DELIMITERS.indexOf(c) >= 0 || c == '[') {
          return false;
        }
        bracket = c != ']';
      } else if (c == delimiter) {
        return true;
      } else if (c == '[' && expression) {
        bracket = true;
        if (peek() == '^') {
          at++;
        }
        if (peek() == ']') {
          return false;
        }
      }
    }
    return false;
  }

  private void skip(String characters) {
    while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : ShellCursor.END;
  }

  private char next() {
    return at < text.length() ? text.charAt(at++) : ShellCursor.END;
  }
}
