package dev.drover.kernel.machine;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;

/// Applies a [CompactionOutcome.Cut] to a conversation.
final class ConversationTrimmer {
  private ConversationTrimmer() {}

  /// Whether the cut is valid for this conversation and leaves one that a provider accepts: no call
  /// is separated from its outcome, and the first message is the user's.
  ///
  /// @param summary precedes the kept messages; may be empty
  static boolean fits(CompactionOutcome.Cut cut, Conversation conversation, Text summary) {
    var messages = conversation.messages();
    if (messages.size() != cut.dropped() + cut.kept()) {
      return false;
    }
    var first = messages.get(cut.dropped());
    boolean begins =
        cut.dropped() == 0
            || (summary.isEmpty()
                ? first instanceof Message.User
                : !(first instanceof Message.ToolResult));
    return begins
        && cut.keptUserMessages().stream()
            .allMatch(place -> messages.get(place) instanceof Message.User)
        && cut.trimmed().stream()
            .allMatch(place -> messages.get(place) instanceof Message.ToolResult);
  }

  /// The remaining conversation: kept user messages, the summary, and the kept messages.
  static Conversation apply(CompactionOutcome.Cut cut, Conversation conversation, Text summary) {
    var messages = conversation.messages();
    var left = new ArrayList<Message>(cut.keptUserMessages().size() + 1 + cut.kept());
    for (int place : cut.keptUserMessages()) {
      left.add(messages.get(place));
    }
    if (!summary.isEmpty()) {
      left.add(new Message.User(summary));
    }
    int start = left.size() - cut.dropped();
    left.addAll(messages.subList(cut.dropped(), messages.size()));
    for (int place : cut.trimmed()) {
      left.set(start + place, trimmed((Message.ToolResult) messages.get(place)));
    }
    return Conversation.of(left);
  }

  private static Message.ToolResult trimmed(Message.ToolResult result) {
    return new Message.ToolResult(
        result.effect(),
        result.callId(),
        result.tool(),
        switch (result.outcome()) {
          case ToolOutcome.Succeeded(var content, _) ->
              new ToolOutcome.Succeeded(CompactionOutcome.Cut.notice(content));
          case ToolOutcome.Failed(var reason) ->
              new ToolOutcome.Failed(CompactionOutcome.Cut.notice(reason));
          // These contain one sentence each.
          case ToolOutcome.Refused _,
              ToolOutcome.Denied _,
              ToolOutcome.Unknown _,
              ToolOutcome.Cancelled _ ->
              result.outcome();
        },
        result.labels());
  }
}
