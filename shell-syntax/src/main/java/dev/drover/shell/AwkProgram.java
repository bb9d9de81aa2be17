package dev.drover.shell;

import dev.drover.shell.CodeExecutors.CodeUse;
import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.ShellLineAnalyzer.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program for `awk` may run commands and write files. A program without any construct that can
/// do so is a filter.
final class AwkProgram {
  private static final List<String> SIDE_EFFECTS =
      List.of("system", "getline", "@", "ENVIRON", "close", "fflush");

  private AwkProgram() {}

  static @Nullable CodeUse in(String name, Invocation call) {
    int at = 1;
    while (call.text(at).startsWith("-")) {
      var option = call.text(at);
      if (option.equals("-F") || option.equals("-v")) {
        at++;
      } else if (!option.startsWith("-F") && !option.startsWith("-v")) {
        return new CodeUse(Grade.INTERPRETER, at, "%s %s runs code".formatted(name, option));
      }
      at++;
    }
    if (at >= call.size()) {
      return null;
    }
    return call.hasUnknownBefore(at + 1) || hasSideEffects(call.text(at))
        ? new CodeUse(Grade.INTERPRETER, at, "the program of %s can run commands".formatted(name))
        : null;
  }

  /// Comparisons are distinguished from redirections by their position: before the first `{`, or
  /// between parentheses, nothing is printed.
  private static boolean hasSideEffects(String program) {
    if (SIDE_EFFECTS.stream().anyMatch(program::contains)) {
      return true;
    }
    int parentheses = 0;
    int braces = 0;
    for (int i = 0; i < program.length(); i++) {
      char c = program.charAt(i);
      switch (c) {
        case '"', '/', '\\' -> {
          // The end of a text or an expression need not be known.
          return has(program, "|>", i);
        }
        case '{' -> braces++;
        case '}' -> braces--;
        case '(' -> parentheses++;
        case ')' -> parentheses--;
        case '|' -> {
          if (i + 1 >= program.length() || program.charAt(i + 1) != '|') {
            return true;
          }
          i++;
        }
        case '>' -> {
          if (braces > 0 && parentheses <= 0) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private static boolean has(String program, String characters, int from) {
    for (int i = from; i < program.length(); i++) {
      if (characters.indexOf(program.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
