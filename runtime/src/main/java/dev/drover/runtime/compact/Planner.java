package dev.drover.runtime.compact;

import dev.drover.kernel.Conversation;
import dev.drover.kernel.Cut;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.budget.Estimate;
import dev.drover.runtime.compact.CompactionPolicy.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Says what goes of a conversation that is too long. Pure.
///
/// Large outputs of tools go first, the oldest before the others: what a tool said once it can say
/// again. If that is not enough, all goes but for the tail and what the user said, and is to be
/// summed up. A call and its outcome go or stay together, and what the user wanted last stays, word
/// for word.
public final class Planner {
  /// Outputs that are shorter are not worth a gap.
  static final long LARGE = 1_000;

  /// What a summary comes to, with what stands around it.
  public static final long SUMMARY = Summary.MOST_CHARACTERS / 4 + 200;

  /// What stands for an output that went.
  private static final long NOTICE = 40;

  /// Less than that share of the limit is not worth a summary.
  private static final int LEAST_GAIN = 10;

  private final Room room;
  private final List<Message> messages;
  private final Conversation conversation;
  private final long[] weights;
  private final long total;
  private final long fixed;

  /// @param length of the request that has these messages
  public Planner(Room room, Conversation conversation, Length length) {
    this.room = room;
    this.conversation = conversation;
    this.messages = conversation.messages();
    this.weights =
        messages.stream().mapToLong(Estimate::likelyTokens).map(length::scaled).toArray();
    this.total = length.tokens();
    this.fixed = length.around();
  }

  /// @return empty if nothing is gained
  public Optional<Cut> plan(Cause cause) {
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

  private Optional<Cut> cut(int dropped, List<Integer> spared, List<Integer> trimmed) {
    return dropped == 0 && trimmed.isEmpty()
        ? Optional.empty()
        : Optional.of(new Cut(dropped, messages.size() - dropped, spared, trimmed));
  }

  /// All before this place is dropped, and is to be summed up.
  private Optional<Cut> summedUp(int from, Cause cause) {
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

  /// What cannot be dropped must lose its outputs, the newest ones too.
  private Optional<Cut> trimmedAtLast(Cause cause) {
    var trimmed = largeOutputs(0, weights.length, total, room.limit());
    return cause == Cause.OVERFLOW || left(total, trimmed) <= room.limit()
        ? cut(0, List.of(), trimmed)
        : Optional.empty();
  }

  /// Where the tail begins: it is no longer than it may be, but has at least the last message, and
  /// does not begin with an outcome whose call is before it.
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

  /// What the user said before this place and the model goes on to see: the newest of it, and what
  /// was wanted last in any case.
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
    return !Shortening.isMadeOf(said) && !Event.AnswerRejected.isMadeOf(said);
  }

  /// The oldest outputs between these places whose absence is enough to come down from one length
  /// to the other; all of them if it is not.
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
    return !Cut.isNotice(content);
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
