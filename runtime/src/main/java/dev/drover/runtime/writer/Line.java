package dev.drover.runtime.writer;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The line in which those stand who are loaded and have not been asked to go. Whoever has to go is
/// looked for at its head; one that has done something since it took its place goes to the end
/// instead. So nobody has to move when a run ends, which happens often.
///
/// The places are links in those who stand there: a session comes and goes with each run of some
/// hosts, and needs no object for its place.
///
/// All methods may be called by any thread.
final class Line {
  /// How many are looked at each time: where all are busy, nobody is to search through them
  /// whenever a run ends.
  private static final int LOOKS = 64;

  private final int most;
  private final Predicate<Resident> mayGo;
  private @Nullable Resident first;
  private @Nullable Resident last;
  // Read without the lock: a run that ends looks at it.
  private volatile int length;

  /// @param mayGo asked about one at a time, so it must not wait for anybody
  Line(int most, Predicate<Resident> mayGo) {
    this.most = most;
    this.mayGo = mayGo;
  }

  boolean isTooLong() {
    return length > most;
  }

  /// Goes to the end.
  synchronized void join(Resident resident) {
    leave(resident);
    resident.before = last;
    if (last == null) {
      first = resident;
    } else {
      last.after = resident;
    }
    last = resident;
    length = length + 1;
  }

  /// Changes nothing if it does not stand there.
  synchronized void leave(Resident resident) {
    if (resident.before == null && first != resident) {
      return;
    }
    if (resident.before == null) {
      first = resident.after;
    } else {
      resident.before.after = resident.after;
    }
    if (resident.after == null) {
      last = resident.before;
    } else {
      resident.after.before = resident.before;
    }
    resident.before = null;
    resident.after = null;
    length = length - 1;
  }

  /// Takes out one that has to go.
  ///
  /// @return null if there are not too many, or all that were looked at have to stay
  synchronized @Nullable Resident next() {
    for (int looks = 0; looks < LOOKS && isTooLong(); looks++) {
      var head = first;
      if (head == null) {
        return null;
      }
      // Both are asked: who has to stay now has done nothing more when it is asked next.
      if (!head.hasMoved() && mayGo.test(head)) {
        leave(head);
        return head;
      }
      join(head);
    }
    return null;
  }
}
