package dev.drover.runtime.writer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The letters for one writer, and whether somebody is reading them.
///
/// There is at most one reader: whoever is told [Admission#START] starts it, and it reads until
/// [#next] finds nothing, which ends its turn in the same moment. So no letter is left lying, and
/// an idle session needs no thread.
///
/// [#put] may be called by any thread, [#next] and [#retire] only by the reader.
final class Mailbox {
  private final int bound;
  private final ArrayDeque<Letter> letters = new ArrayDeque<>(4);
  private State state = State.IDLE;

  private enum State {
    IDLE,
    READ,
    RETIRED
  }

  enum Admission {
    QUEUED,
    /// Queued, and the caller must start the reader.
    START,
    /// Too many letters from outside are waiting.
    FULL,
    /// This mailbox is out of use; there is, or will be, another one.
    RETIRED
  }

  /// @param bound how many letters may wait before outsiders are refused; insiders are not: there
  ///   are never more answers than effects under way
  Mailbox(int bound) {
    this.bound = bound;
  }

  synchronized Admission put(Letter letter) {
    if (state == State.RETIRED) {
      return Admission.RETIRED;
    }
    if (letters.size() >= bound && letter instanceof Letter.FromOutside) {
      return Admission.FULL;
    }
    letters.add(letter);
    if (state == State.READ) {
      return Admission.QUEUED;
    }
    state = State.READ;
    return Admission.START;
  }

  /// @return null if there is none; the reader has then stopped being one
  synchronized @Nullable Letter next() {
    var letter = letters.poll();
    if (letter == null && state == State.READ) {
      state = State.IDLE;
    }
    return letter;
  }

  /// Takes no more letters. Those that are waiting are still read.
  synchronized void retire() {
    state = State.RETIRED;
  }

  /// Takes no more letters, if none is waiting.
  synchronized boolean retireIfEmpty() {
    if (letters.isEmpty()) {
      state = State.RETIRED;
      return true;
    }
    return false;
  }
}
