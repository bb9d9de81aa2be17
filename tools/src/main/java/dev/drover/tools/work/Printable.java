package dev.drover.tools.work;

import java.util.stream.Collectors;

/// Text that cannot be mistaken for more lines than it is.
public final class Printable {
  private Printable() {}

  /// A file name may contain anything, a line break too: control characters are shown by number.
  public static String of(String name) {
    if (name.chars().noneMatch(Character::isISOControl)) {
      return name;
    }
    return name.codePoints()
        .mapToObj(c -> Character.isISOControl(c) ? "\\x%02x".formatted(c) : Character.toString(c))
        .collect(Collectors.joining());
  }
}
