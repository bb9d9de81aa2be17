package dev.drover.internal.inbox;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The messages for one writer, and whether a thread reads them.
///
/// There is at most one reader: the thread that receives [Admission#START] starts it, and it reads
/// until [#next] finds no message, which ends its turn atomically. So no message is left unread,
/// and an idle session needs no thread.
///
/// [#put] may be called by any thread, [#next] and [#retire] only by the reader.
public final class Mailbox {
  private final int bound;
  private final ArrayDeque<WriterMessage> letters = new ArrayDeque<>(4);
  private State state = State.IDLE;

  private enum State {
    IDLE,
    READ,
    RETIRED
  }

  public enum Admission {
    QUEUED,
    /// Queued, and the caller must start the reader.
    START,
    /// Too many messages from outside are waiting.
    FULL,
    /// This mailbox is out of use; there is, or will be, another one.
    RETIRED
  }

  /// @param bound how many messages may wait before messages from outside are refused; answers of
  ///   effects are never refused: there are at most as many as running effects
  public Mailbox(int bound) {
    this.bound = bound;
  }

  public synchronized Admission put(WriterMessage message) {
    if (state == State.RETIRED) {
      return Admission.RETIRED;
    }
    if (letters.size() >= bound && message instanceof WriterMessage.Request) {
      return Admission.FULL;
    }
    letters.add(message);
    if (state == State.READ) {
      return Admission.QUEUED;
    }
    state = State.READ;
    return Admission.START;
  }

  /// @return null if there is none; the reader's turn has then ended
  synchronized @Nullable WriterMessage next() {
    var message = letters.poll();
    if (message == null && state == State.READ) {
      state = State.IDLE;
    }
    return message;
  }

  /// Accepts no more messages. Waiting messages are still read.
  public synchronized void retire() {
    state = State.RETIRED;
  }

  /// Accepts no more messages, if none is waiting.
  public synchronized boolean retireIfEmpty() {
    if (letters.isEmpty()) {
      state = State.RETIRED;
      return true;
    }
    return false;
  }
}
