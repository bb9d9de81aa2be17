package dev.drover.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Which messages of a conversation go and which stay. Messages are counted from 0, in the
/// conversation as it was.
///
/// @param dropped how many go, the oldest
/// @param kept how many stay, the newest
/// @param spared words of the user among the dropped that stay all the same
/// @param trimmed outcomes of calls among the kept whose content goes
public record Cut(int dropped, int kept, List<Integer> spared, List<Integer> trimmed) {
  /// How what stands for a content begins. Part of conversations that are written down: never
  /// changed.
  private static final String TRIMMED = "[This output was taken out to make room";

  public Cut {
    spared = List.copyOf(spared);
    trimmed = List.copyOf(trimmed);
    if (dropped < 0 || kept < 1 || (dropped == 0 && trimmed.isEmpty())) {
      throw new IllegalArgumentException(
          "something goes and something is kept: %d, %d".formatted(dropped, kept));
    }
    requireRising(spared, 0, dropped);
    requireRising(trimmed, dropped, dropped + kept);
  }

  static Cut at(int dropped, int kept) {
    return new Cut(dropped, kept, List.of(), List.of());
  }

  private static void requireRising(List<Integer> places, int from, int to) {
    int least = from;
    for (int place : places) {
      if (place < least || place >= to) {
        throw new IllegalArgumentException(
            "places rise, between %d and %d: %s".formatted(from, to, places));
      }
      least = place + 1;
    }
  }

  /// Whether it is about this conversation, and leaves one that a provider accepts: no call is
  /// parted from its outcome, and the first word is the user's.
  ///
  /// @param summary what stands before the kept messages; may be empty
  boolean fits(Conversation conversation, Text summary) {
    var messages = conversation.messages();
    if (messages.size() != dropped + kept) {
      return false;
    }
    var first = messages.get(dropped);
    boolean begins =
        dropped == 0
            || (summary.isEmpty()
                ? first instanceof Message.User
                : !(first instanceof Message.ToolResult));
    return begins
        && spared.stream().allMatch(place -> messages.get(place) instanceof Message.User)
        && trimmed.stream().allMatch(place -> messages.get(place) instanceof Message.ToolResult);
  }

  /// What is left: the spared words, the summary, and what was kept.
  Conversation of(Conversation conversation, Text summary) {
    var messages = conversation.messages();
    var left = new ArrayList<Message>(spared.size() + 1 + kept);
    for (int place : spared) {
      left.add(messages.get(place));
    }
    if (!summary.isEmpty()) {
      left.add(new Message.User(summary));
    }
    int start = left.size() - dropped;
    left.addAll(messages.subList(dropped, messages.size()));
    for (int place : trimmed) {
      left.set(start + place, trimmed((Message.ToolResult) messages.get(place)));
    }
    return Conversation.of(left);
  }

  /// How many messages stand before the kept ones afterwards.
  int before(Text summary) {
    return spared.size() + (summary.isEmpty() ? 0 : 1);
  }

  private static Message.ToolResult trimmed(Message.ToolResult result) {
    return new Message.ToolResult(
        result.effect(),
        result.callId(),
        result.tool(),
        switch (result.outcome()) {
          case ToolOutcome.Succeeded(var content, _) -> new ToolOutcome.Succeeded(notice(content));
          case ToolOutcome.Failed(var reason) -> new ToolOutcome.Failed(notice(reason));
          // These are a sentence each.
          case ToolOutcome.Refused _,
              ToolOutcome.Denied _,
              ToolOutcome.Unknown _,
              ToolOutcome.Cancelled _ ->
              result.outcome();
        },
        result.labels());
  }

  private static Text notice(Text content) {
    return isNotice(content)
        ? content
        : Text.of(
            TRIMMED
                + ": it had %d bytes. Call the tool again if you still need it.]"
                    .formatted(bytes(content)));
  }

  /// Whether the content of an outcome is gone already.
  public static boolean isNotice(Text content) {
    return content instanceof Text.Inline(var words) && words.startsWith(TRIMMED);
  }

  private static long bytes(Text content) {
    return switch (content) {
      case Text.Inline(var words) -> words.getBytes(StandardCharsets.UTF_8).length;
      case Text.Stored(_, var length) -> length;
    };
  }
}
