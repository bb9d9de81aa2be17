package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicInteger;

/// The messages of a session: an immutable list that grows by sharing. Adding a message has
/// constant cost, and every earlier version stays as it was.
///
/// Versions of one line of growth share an array. A version may write the slot after its own end
/// only if it is the first to claim it (`claimed`); a second one, a fork, copies. A slot is written
/// once, before any version that can see it exists, so versions may be read by any thread.
public final class Conversation {
  public static final Conversation EMPTY =
      new Conversation(new Message[0], new AtomicInteger(), 0, 0);

  private static final int FIRST_CAPACITY = 8;

  private final Message[] slots;
  private final AtomicInteger claimed;
  private final int size;
  private final long tokenBound;

  private Conversation(Message[] slots, AtomicInteger claimed, int size, long weight) {
    this.slots = slots;
    this.claimed = claimed;
    this.size = size;
    this.tokenBound = weight;
  }

  public static Conversation of(List<Message> messages) {
    var slots = messages.toArray(Message[]::new);
    long weight = 0;
    for (var message : slots) {
      weight += MessageTokenBound.of(message);
    }
    return new Conversation(slots, new AtomicInteger(slots.length), slots.length, weight);
  }

  public Conversation plus(Message message) {
    long heavier = tokenBound + MessageTokenBound.of(message);
    if (size < slots.length && claimed.compareAndSet(size, size + 1)) {
      slots[size] = message;
      return new Conversation(slots, claimed, size + 1, heavier);
    }
    var wider = Arrays.copyOf(slots, Math.max(FIRST_CAPACITY, size * 2));
    Arrays.fill(wider, size, Math.min(slots.length, wider.length), null);
    wider[size] = message;
    return new Conversation(wider, new AtomicInteger(size + 1), size + 1, heavier);
  }

  public int size() {
    return size;
  }

  /// An upper estimate of its tokens: a caller with room for this many need not count exactly.
  public long tokenBound() {
    return tokenBound;
  }

  public Message last() {
    return messages().getLast();
  }

  /// Whether the message at this index is a prompt. A text that steers a run follows outcomes or
  /// other user messages; a prompt follows the model's last reply. A rejection of the model's
  /// answer, and failed checks of its work, have the same position and are not prompts.
  public boolean beginsExchange(int at) {
    return messages().get(at) instanceof Message.User user
        && (at == 0 || slots[at - 1] instanceof Message.Assistant)
        && !Event.AnswerRejected.isRejectionMessage(user)
        && !Event.VerificationFailed.isFindingsMessage(user);
  }

  /// A view, not a copy.
  public List<Message> messages() {
    return new View();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Conversation that && messages().equals(that.messages());
  }

  @Override
  public int hashCode() {
    return messages().hashCode();
  }

  @Override
  public String toString() {
    return messages().toString();
  }

  private final class View extends AbstractList<Message> implements RandomAccess {
    @Override
    public Message get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException("message %d of %d".formatted(index, size));
      }
      return slots[index];
    }

    @Override
    public int size() {
      return size;
    }
  }
}
