package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.CodeCarriers.Code;
import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program for `awk` may run commands and write files. Those are taken for filters that hold
/// nothing by which it is done.
final class AwkProgram {
  private static final List<String> REACHES_OUT =
      List.of("system", "getline", "@", "ENVIRON", "close", "fflush");

  private AwkProgram() {}

  static @Nullable Code in(String name, Invocation call) {
    int at = 1;
    while (call.text(at).startsWith("-")) {
      var option = call.text(at);
      if (option.equals("-F") || option.equals("-v")) {
        at++;
      } else if (!option.startsWith("-F") && !option.startsWith("-v")) {
        return new Code(Grade.INTERPRETER, at, "%s %s runs code".formatted(name, option));
      }
      at++;
    }
    if (at >= call.size()) {
      return null;
    }
    return call.hasUnknownBefore(at + 1) || reachesOut(call.text(at))
        ? new Code(Grade.INTERPRETER, at, "the program of %s can run commands".formatted(name))
        : null;
  }

  /// Comparisons are told from redirections by where they stand: before the first `{`, or between
  /// parentheses, nothing is printed.
  private static boolean reachesOut(String program) {
    if (REACHES_OUT.stream().anyMatch(program::contains)) {
      return true;
    }
    int parentheses = 0;
    int braces = 0;
    for (int i = 0; i < program.length(); i++) {
      char c = program.charAt(i);
      switch (c) {
        case '"', '/', '\\' -> {
          // Where a text or an expression ends is not worth knowing.
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
