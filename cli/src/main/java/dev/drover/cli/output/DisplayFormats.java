package dev.drover.cli.output;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Usage;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Formats texts, numbers and times for people.
public final class DisplayFormats {
  private static final long SECONDS_SHOWN_FINELY = 60;

  private DisplayFormats() {}

  /// Replaces terminal control characters with visible marks.
  public static String visible(String text) {
    return VisibleText.of(text);
  }

  /// On one line of at most `width` columns.
  public static String brief(String text, int width, LineSymbols signs) {
    return clipped(visible(text.strip().replaceAll("\\s+", " ")), width, signs);
  }

  /// The first line of a text, and the number of further lines.
  public static String headline(String text) {
    var lines = text.lines().filter(line -> !line.isBlank()).toList();
    return switch (lines.size()) {
      case 0 -> "";
      case 1 -> lines.getFirst().strip();
      default -> "%s (+%s)".formatted(lines.getFirst().strip(), count(lines.size() - 1L, "line"));
    };
  }

  /// @param line visible
  public static String clipped(String line, int width, LineSymbols signs) {
    int most = Math.max(width, signs.more().length() + 1);
    if (line.length() * 2L <= most || VisibleText.columns(line) <= most) {
      return line;
    }
    int columns = 0;
    int end = 0;
    while (true) {
      int c = line.codePointAt(end);
      columns += CodePoints.columns(c);
      if (columns > most - signs.more().length()) {
        return line.substring(0, end) + signs.more();
      }
      end += Character.charCount(c);
    }
  }

  /// Head and tail of a long text, with the length of the omitted middle.
  public static String shortened(String text, int most) {
    var visible = visible(text);
    int length = visible.codePointCount(0, visible.length());
    if (length <= most) {
      return visible;
    }
    int tail = most / 3;
    int head = most - tail;
    return "%s ⟨%s left out⟩ %s"
        .formatted(
            visible.substring(0, visible.offsetByCodePoints(0, head)),
            count(length - most, "character"),
            visible.substring(visible.offsetByCodePoints(visible.length(), -tail)));
  }

  /// Describes how a run has completed.
  static String describe(AnswerEnding ending) {
    return switch (ending) {
      case WHOLE -> "completed";
      case CUT -> "answer cut by the output limit";
      case EMPTY -> "answer empty";
    };
  }

  /// The note on a reply that was cut at the output limit.
  static String cutReply(ModelReply reply) {
    return reply.hasCalls()
        ? "reply cut by the output limit; its calls are not made"
        : "reply cut by the output limit";
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

  /// Joins the parts that are not empty, with a dot between them.
  public static String joined(LineSymbols signs, List<String> parts) {
    return String.join(
        " " + signs.dot() + " ", parts.stream().filter(part -> !part.isEmpty()).toList());
  }

  /// `needs review`.
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public static String describe(Notice.Missed missed) {
    return switch (missed.why()) {
      case SLOW_READER ->
          count(missed.fragments(), "fragment")
              + " not shown: they came faster than they were read";
      case ATTACHED_LATE ->
          count(missed.fragments(), "fragment") + " not shown: they came before this began";
      case TRIMMED ->
          count(missed.events(), "event")
              + (missed.events() == 1 ? " is" : " are")
              + " no longer kept";
    };
  }

  static String describe(Event.BudgetWarned warned) {
    var measure = warned.measure();
    return "%s has used %s of the %s %s at which to say so"
        .formatted(
            warned.payer().describe(),
            measure.format(warned.used()),
            measure.format(warned.limit()),
            measure.unit());
  }

  static String describe(CompactionOutcome.Failed failure) {
    return visible(failure.problem().detail()) + bracketed(tokens(failure.usage()));
  }

  private static String bracketed(String words) {
    return words.isEmpty() ? "" : " (%s)".formatted(words);
  }

  static String describe(CompactionOutcome.Applied shortening) {
    var cut = shortening.cut();
    var parts = new ArrayList<String>(3);
    if (cut.dropped() > 0) {
      parts.add(
          "%s %s"
              .formatted(
                  count(cut.dropped(), "message"),
                  shortening.hasSummary() ? "summed up" + maker(shortening) : "dropped"));
    }
    if (!cut.trimmed().isEmpty()) {
      parts.add(count(cut.trimmed().size(), "output") + " taken out");
    }
    parts.add("%d kept".formatted(cut.kept()));
    return String.join(", ", parts);
  }

  private static String maker(CompactionOutcome outcome) {
    var others = outcome.replacements();
    return others.isEmpty()
        ? ""
        : " by %s (%s)"
            .formatted(
                visible(others.getLast().fallback().model()),
                visible(others.getFirst().failure().problem().detail()));
  }

  /// The suffix for attachments: ` [image/png, 2048 bytes]` for each.
  static String attached(List<Media> media) {
    return media.stream()
        .map(
            each ->
                " [%s%s, %d bytes]"
                    .formatted(
                        each.name().isEmpty() ? "" : visible(each.name()) + ", ",
                        each.type(),
                        each.bytes()))
        .collect(Collectors.joining());
  }

  /// The kind of an answer to a question of a tool. Its content is for the tool.
  public static String describe(QuestionAnswer answer) {
    return switch (answer) {
      case QuestionAnswer.Accepted _ -> "answered";
      case QuestionAnswer.Declined _ -> "declined";
      case QuestionAnswer.Dismissed _ -> "dismissed";
    };
  }
}
