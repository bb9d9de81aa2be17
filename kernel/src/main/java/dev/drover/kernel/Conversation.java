package dev.drover.kernel;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicInteger;

/// The messages of a session: an immutable list that grows by sharing. Adding one costs the same
/// however long the conversation is, and every earlier version stays what it was.
///
/// Versions of one line of growth share an array. A version may write the slot behind its own end
/// only if it is the first to claim it (`claimed`); whoever comes second, a fork, copies. A slot is
/// written once, before any version that can see it exists, so versions may be read by any thread.
public final class Conversation {
  public static final Conversation EMPTY =
      new Conversation(new Message[0], new AtomicInteger(), 0, 0);

  private static final int FIRST_CAPACITY = 8;

  private final Message[] slots;
  private final AtomicInteger claimed;
  private final int size;
  private final long weight;

  private Conversation(Message[] slots, AtomicInteger claimed, int size, long weight) {
    this.slots = slots;
    this.claimed = claimed;
    this.size = size;
    this.weight = weight;
  }

  public static Conversation of(List<Message> messages) {
    var slots = messages.toArray(Message[]::new);
    long weight = 0;
    for (var message : slots) {
      weight += Weight.of(message);
    }
    return new Conversation(slots, new AtomicInteger(slots.length), slots.length, weight);
  }

  public Conversation plus(Message message) {
    long heavier = weight + Weight.of(message);
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

  /// A number of tokens that it hardly has: whoever has room for so many need not look closer.
  public long weight() {
    return weight;
  }

  public Message last() {
    return messages().getLast();
  }

  /// Whether a prompt stands there. What the user says to a run that is going stands behind
  /// outcomes, or behind other words of the user; a prompt stands behind the model's last word. A
  /// complaint about the model's answer stands there too, and is no prompt.
  public boolean beginsExchange(int at) {
    return messages().get(at) instanceof Message.User user
        && (at == 0 || slots[at - 1] instanceof Message.Assistant)
        && !Event.AnswerRejected.isMadeOf(user);
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
