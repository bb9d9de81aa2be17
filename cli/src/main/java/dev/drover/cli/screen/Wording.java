package dev.drover.cli.screen;

import dev.drover.kernel.Event;
import dev.drover.kernel.Media;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Texts, numbers and times as people read them.
public final class Wording {
  private static final long SECONDS_SHOWN_FINELY = 60;

  private Wording() {}

  /// Without what could make a terminal do things: only what can be seen, line breaks and tabs.
  public static String seen(String text) {
    StringBuilder clean = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean harmless = c == '\n' || c == '\t' || !Character.isISOControl(c);
      if (!harmless && clean == null) {
        clean = new StringBuilder(text.length()).append(text, 0, i);
      }
      if (clean != null && (harmless || c != '\r')) {
        clean.append(harmless ? c : '�');
      }
    }
    return clean == null ? text : clean.toString();
  }

  /// On one line, with at most `width` characters.
  public static String brief(String text, int width, Signs signs) {
    return clipped(seen(text).strip().replaceAll("\\s+", " "), width, signs);
  }

  /// The first line of a text, and how many follow.
  public static String headline(String text) {
    var lines = text.lines().filter(line -> !line.isBlank()).toList();
    return switch (lines.size()) {
      case 0 -> "";
      case 1 -> lines.getFirst().strip();
      default -> "%s (+%s)".formatted(lines.getFirst().strip(), count(lines.size() - 1L, "line"));
    };
  }

  public static String clipped(String line, int width, Signs signs) {
    int most = Math.max(width, signs.more().length() + 1);
    if (line.codePointCount(0, line.length()) <= most) {
      return line;
    }
    int end = line.offsetByCodePoints(0, most - signs.more().length());
    return line.substring(0, end) + signs.more();
  }

  /// `1 turn`, `2 turns`.
  public static String count(long number, String one) {
    return grouped(number) + " " + one + (number == 1 ? "" : "s");
  }

  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /// @return empty if nothing was used
  public static String tokens(Usage usage) {
    if (usage.equals(Usage.NONE)) {
      return "";
    }
    var words = new StringBuilder();
    words.append(grouped(usage.input())).append(" tokens in, ").append(grouped(usage.output()));
    words.append(" out");
    if (usage.cacheRead() > 0) {
      words.append(", ").append(grouped(usage.cacheRead())).append(" from cache");
    }
    return words.toString();
  }

  /// `21:40:09`.
  public static String clock(Instant at) {
    var local = at.atZone(ZoneId.systemDefault());
    return "%02d:%02d:%02d".formatted(local.getHour(), local.getMinute(), local.getSecond());
  }

  /// `2026-01-31 21:40:09`.
  public static String date(Instant at) {
    return at.atZone(ZoneId.systemDefault()).toLocalDate() + " " + clock(at);
  }

  public static String length(Duration time) {
    long seconds = time.toSeconds();
    return seconds < SECONDS_SHOWN_FINELY
        ? String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0)
        : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }

  /// The parts that are not empty, with a dot between them.
  public static String joined(Signs signs, List<String> parts) {
    return String.join(
        " " + signs.dot() + " ", parts.stream().filter(part -> !part.isEmpty()).toList());
  }

  /// `needs review`.
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String words(Event.BudgetWarned warned) {
    var measure = warned.measure();
    return "%s has used %s of the %s %s at which to say so"
        .formatted(
            warned.payer().words(),
            measure.number(warned.used()),
            measure.number(warned.limit()),
            measure.word());
  }

  static String words(ShorteningFailure failure) {
    return seen(failure.problem().detail()) + bracketed(tokens(failure.usage()));
  }

  private static String bracketed(String words) {
    return words.isEmpty() ? "" : " (%s)".formatted(words);
  }

  static String words(Shortening shortening) {
    var cut = shortening.cut();
    var parts = new ArrayList<String>(3);
    if (cut.dropped() > 0) {
      parts.add(
          "%s %s"
              .formatted(
                  count(cut.dropped(), "message"),
                  shortening.isSummedUp() ? "summed up" + maker(shortening) : "dropped"));
    }
    if (!cut.trimmed().isEmpty()) {
      parts.add(count(cut.trimmed().size(), "output") + " taken out");
    }
    parts.add("%d kept".formatted(cut.kept()));
    return String.join(", ", parts);
  }

  private static String maker(ShorteningOutcome outcome) {
    var others = outcome.replacements();
    return others.isEmpty()
        ? ""
        : " by %s (%s)"
            .formatted(
                seen(others.getLast().fallback().model()),
                seen(others.getFirst().failure().problem().detail()));
  }

  /// Behind the words that something goes with: ` [image/png, 2048 bytes]` for each.
  static String attached(List<Media> media) {
    return media.stream()
        .map(
            each ->
                " [%s%s, %d bytes]"
                    .formatted(
                        each.name().isEmpty() ? "" : seen(each.name()) + ", ",
                        each.type(),
                        each.bytes()))
        .collect(Collectors.joining());
  }
}
