package dev.drover.internal.model;

import dev.drover.compaction.CompactionPolicy.Room;
import dev.drover.internal.spend.TokenEstimate;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Conversation;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what is removed from a conversation that is too long. Pure.
///
/// Large tool outputs are removed first, the oldest before the others: a tool can produce its
/// output again. If that is not enough, everything but the tail and the user's prompts is
/// summarized. A call and its outcome are removed or kept together, and the user's last prompt is
/// kept literally.
public final class CompactionPlanner {
  /// Removing a shorter output gains too little.
  static final long LARGE = 1_000;

  /// The estimated size of a summary with its framing.
  public static final long SUMMARY = SummaryPrompt.MOST_CHARACTERS / 4 + 200;

  /// The estimated size of the text that replaces a removed output.
  private static final long NOTICE = 40;

  /// A summary must gain at least this percentage of the limit.
  private static final int LEAST_GAIN = 10;

  private final Room room;
  private final List<Message> messages;
  private final Conversation conversation;
  private final long[] weights;
  private final long total;
  private final long fixed;

  /// @param length of the request that has these messages
  public CompactionPlanner(Room room, Conversation conversation, RequestLength length) {
    this.room = room;
    this.conversation = conversation;
    this.messages = conversation.messages();
    this.weights =
        messages.stream().mapToLong(TokenEstimate::likelyTokens).map(length::scaled).toArray();
    this.total = length.tokens();
    this.fixed = length.around();
  }

  /// @return empty if nothing would be gained
  public Optional<CompactionOutcome.Cut> plan(Cause cause) {
    return switch (cause) {
      case ASKED -> summedUp(Math.max(tailStart(), lastExchange()), cause);
      case WINDOW, OVERFLOW -> {
        int tail = tailStart();
        var trimmed = largeOutputs(0, tail, total, room.limit() / 2);
        yield left(total, trimmed) <= room.goal()
            ? cut(0, List.of(), trimmed)
            : summedUp(tail, cause).or(() -> trimmedAtLast(cause));
      }
    };
  }

  private Optional<CompactionOutcome.Cut> cut(
      int dropped, List<Integer> spared, List<Integer> trimmed) {
    return dropped == 0 && trimmed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CompactionOutcome.Cut(dropped, messages.size() - dropped, spared, trimmed));
  }

  /// Summarizes everything before this position.
  private Optional<CompactionOutcome.Cut> summedUp(int from, Cause cause) {
    if (from < 2) {
      return Optional.empty();
    }
    long kept = fixed + SUMMARY + sum(from, weights.length);
    var spared = spared(from, Math.min(room.words(), room.goal() - kept));
    long whole = kept + spared.stream().mapToLong(place -> weights[place]).sum();
    var trimmed = largeOutputs(from, weights.length, whole, room.limit());
    long gained = total - left(whole, trimmed);
    return cause == Cause.ASKED || gained >= room.limit() / LEAST_GAIN
        ? cut(from, spared, trimmed)
        : Optional.empty();
  }

  /// If nothing can be dropped, all outputs are removed, including the newest.
  private Optional<CompactionOutcome.Cut> trimmedAtLast(Cause cause) {
    var trimmed = largeOutputs(0, weights.length, total, room.limit());
    return cause == Cause.OVERFLOW || left(total, trimmed) <= room.limit()
        ? cut(0, List.of(), trimmed)
        : Optional.empty();
  }

  /// The start of the tail: within its limit, with at least the last message, and never with an
  /// outcome whose call is before it.
  private int tailStart() {
    int from = weights.length - 1;
    long length = weights[from];
    while (from > 0 && length + weights[from - 1] <= room.tail()) {
      length += weights[--from];
    }
    while (from > 0 && messages.get(from) instanceof Message.ToolResult) {
      from--;
    }
    return from;
  }

  private int lastExchange() {
    int from = weights.length - 1;
    while (from > 0 && !conversation.beginsExchange(from)) {
      from--;
    }
    return from;
  }

  /// The user's prompts before this position that are kept: the newest, and the last one in any
  /// case.
  private List<Integer> spared(int before, long most) {
    var spared = new ArrayList<Integer>();
    long length = 0;
    boolean isLast = true;
    for (int i = weights.length - 1; i >= 0; i--) {
      if (!(messages.get(i) instanceof Message.User said) || !isOwn(said)) {
        continue;
      }
      if (i < before) {
        if (!isLast && length + weights[i] > most) {
          break;
        }
        length += weights[i];
        spared.addFirst(i);
      }
      isLast = false;
    }
    return spared;
  }

  private static boolean isOwn(Message.User said) {
    return !CompactionOutcome.Applied.isSummaryMessage(said)
        && !Event.AnswerRejected.isRejectionMessage(said)
        && !Event.VerificationFailed.isFindingsMessage(said);
  }

  /// The oldest outputs in this range whose removal reduces the length to the limit; all of them if
  /// that is not enough.
  private List<Integer> largeOutputs(int from, int to, long length, long goal) {
    var large = new ArrayList<Integer>();
    long left = length;
    for (int i = from; i < to && left > goal; i++) {
      if (weights[i] > LARGE
          && messages.get(i) instanceof Message.ToolResult result
          && isWhole(result.outcome())) {
        large.add(i);
        left -= weights[i] - NOTICE;
      }
    }
    return large;
  }

  private static boolean isWhole(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, _) -> isWhole(content);
      case ToolOutcome.Failed(var reason) -> isWhole(reason);
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          false;
    };
  }

  private static boolean isWhole(Text content) {
    return !CompactionOutcome.Cut.isTrimNotice(content);
  }

  private long left(long length, List<Integer> trimmed) {
    long left = length;
    for (int place : trimmed) {
      left -= weights[place] - NOTICE;
    }
    return left;
  }

  private long sum(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += weights[i];
    }
    return sum;
  }
}
