package dev.drover.kernel.event;

import dev.drover.kernel.value.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The messages of a conversation that are dropped and kept. Indexes start at 0, in the
/// conversation before the cut.
///
/// @param dropped number of oldest messages that are dropped
/// @param kept number of newest messages that are kept
/// @param keptUserMessages user messages in the dropped part that are kept anyway
/// @param trimmed kept tool outcomes whose content is removed
public record CompactionCut(
    int dropped, int kept, List<Integer> keptUserMessages, List<Integer> trimmed) {
  /// The beginning of the notice that replaces a content. Part of journaled conversations: never
  /// changed.
  private static final String TRIMMED = "[This output was taken out to make room";

  public CompactionCut {
    keptUserMessages = List.copyOf(keptUserMessages);
    trimmed = List.copyOf(trimmed);
    if (dropped < 0 || kept < 1 || (dropped == 0 && trimmed.isEmpty())) {
      throw new IllegalArgumentException(
          "the number of dropped or kept messages is invalid: %d, %d".formatted(dropped, kept));
    }
    requireRising(keptUserMessages, 0, dropped);
    requireRising(trimmed, dropped, dropped + kept);
  }

  public static CompactionCut at(int dropped, int kept) {
    return new CompactionCut(dropped, kept, List.of(), List.of());
  }

  private static void requireRising(List<Integer> places, int from, int to) {
    int least = from;
    for (int place : places) {
      if (place < least || place >= to) {
        throw new IllegalArgumentException(
            "indexes must be ascending, between %d and %d: %s".formatted(from, to, places));
      }
      least = place + 1;
    }
  }

  /// The number of messages that precede the kept ones afterwards.
  public int before(Text summary) {
    return keptUserMessages.size() + (summary.isEmpty() ? 0 : 1);
  }

  /// Whether the content of an outcome was removed before.
  public static boolean isTrimNotice(Text content) {
    return content instanceof Text.Inline(var words) && words.startsWith(TRIMMED);
  }

  /// The notice that replaces a removed content.
  public static Text notice(Text content) {
    return isTrimNotice(content)
        ? content
        : Text.of(
            TRIMMED
                + ": it had %d bytes. Call the tool again if you still need it.]"
                    .formatted(bytes(content)));
  }

  private static long bytes(Text content) {
    return switch (content) {
      case Text.Inline(var words) -> words.getBytes(StandardCharsets.UTF_8).length;
      case Text.Stored(_, var length) -> length;
    };
  }
}
