package dev.drover.tools.call;

import java.util.stream.Collectors;

/// Text that always stays on one line.
public final class PrintableText {
  private PrintableText() {}

  /// A file name may contain any character, including a line break: control characters are shown by
  /// number.
  public static String of(String name) {
    if (name.chars().noneMatch(Character::isISOControl)) {
      return name;
    }
    return name.codePoints()
        .mapToObj(c -> Character.isISOControl(c) ? "\\x%02x".formatted(c) : Character.toString(c))
        .collect(Collectors.joining());
  }
}
