package dev.drover.internal.inbox;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The queue of loaded sessions that may be unloaded. Candidates are taken from its head; a session
/// that has made progress since it was queued moves to the end instead. So the end of a run, which
/// is frequent, moves no entry.
///
/// The links of the queue are fields of its entries: with some hosts a session is loaded and
/// unloaded with each run, and needs no extra object.
///
/// All methods may be called by any thread.
final class EvictionQueue {
  /// How many entries are checked each time: if all are busy, the end of a run must not search
  /// through all of them.
  private static final int LOOKS = 64;

  private final int most;
  private final Predicate<LoadedSession> mayGo;
  private @Nullable LoadedSession first;
  private @Nullable LoadedSession last;
  // Read without the lock at the end of each run.
  private volatile int length;

  /// @param mayGo called under the lock, so it must not wait
  EvictionQueue(int most, Predicate<LoadedSession> mayGo) {
    this.most = most;
    this.mayGo = mayGo;
  }

  boolean isTooLong() {
    return length > most;
  }

  /// Adds to the end.
  synchronized void join(LoadedSession resident) {
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

  /// Changes nothing if it is not queued.
  synchronized void leave(LoadedSession resident) {
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

  /// Removes a session that has to be unloaded.
  ///
  /// @return null if there are not too many, or all checked sessions must stay
  synchronized @Nullable LoadedSession next() {
    for (int looks = 0; looks < LOOKS && isTooLong(); looks++) {
      var head = first;
      if (head == null) {
        return null;
      }
      // Both must be evaluated: the check resets the progress of an entry.
      if (!head.checkProgress() && mayGo.test(head)) {
        leave(head);
        return head;
      }
      join(head);
    }
    return null;
  }
}
