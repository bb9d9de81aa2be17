package dev.drover.commands;

import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.Locale;

/// Long things in few words.
final class CommandExcerpt {
  static final int SHORT = 40;
  static final int LINE = 100;

  private CommandExcerpt() {}

  /// On one line, and not longer than so many characters.
  static String of(String text, int most) {
    var line = text.strip().replaceAll("\\s+", " ");
    if (line.codePointCount(0, line.length()) <= most) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }

  /// The first line that says something.
  static String firstLine(String text) {
    return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
  }

  static String of(Usage usage) {
    var parts = new ArrayList<String>();
    parts.add(grouped(usage.input()) + " tokens in");
    parts.add(grouped(usage.output()) + " out");
    if (usage.reasoning() > 0) {
      parts.add(grouped(usage.reasoning()) + " of them reasoning");
    }
    if (usage.cacheRead() > 0) {
      parts.add(grouped(usage.cacheRead()) + " from cache");
    }
    if (usage.cacheWrite() > 0) {
      parts.add(grouped(usage.cacheWrite()) + " to cache");
    }
    return String.join(", ", parts);
  }

  /// `1 message`, `2 messages`.
  static String count(int number, String one) {
    return grouped(number) + " " + one + (number == 1 ? "" : "s");
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
