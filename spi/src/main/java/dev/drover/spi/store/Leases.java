package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The processes at work. Advisory only: leases keep two processes from doing the same work at the
/// same time; the conditional append of the journal keeps them from overwriting each other.
///
/// A process renews its lease for a period; a session belongs to the process that last appended to
/// it. So holding a session needs no write of its own.
///
/// Law: leases are written and judged by the clock of the store, and by no other. The clocks of
/// processes may differ by any amount.
public interface Leases {
  /// This process will be at work for this time from now on, and longer if it renews its lease.
  void renew(OwnerId owner, Duration length);

  /// This process is leaving: it has released everything it held.
  void release(OwnerId owner);

  /// The leases of all processes that have not left, expired ones included.
  List<Lease> processes();

  /// A process was found to be dead, and holds nothing any more. Its sessions in which everything
  /// was waiting at that time are released; the others keep their [#lastWriter(SessionId)].
  ///
  /// Does nothing if the process has renewed its lease since: then it is alive.
  ///
  /// @param gone its last lease
  /// @param at when it was dead at the latest
  void expire(Lease gone, Instant at);

  /// Sessions that are due by now ([Catalog.Change.WakeSet]) and that no live process holds, in the
  /// order of their creation. Sessions that wake later are not read.
  List<WaitingSession> unattended(SessionSearch search, Instant now);

  /// The process that last wrote to the session, alive or not.
  ///
  /// @return empty if it has released the session, or if there is no such session
  Optional<OwnerId> lastWriter(SessionId session);

  /// This process no longer holds the session, and continues its other work. Does nothing if
  /// another process wrote to it, or if there are later events.
  ///
  /// @param after the number of the last event that the process knows
  void releaseSession(OwnerId owner, SessionId session, long after);

  /// The process that last wrote to the session, and the end of its lease.
  ///
  /// @return empty if it has left, or has released the session, or if there is no such session
  Optional<Lease> holder(SessionId session);

  /// A lease as it was when it was read.
  ///
  /// @param until its end by the clock of the store: not to be compared with another clock. It
  ///   distinguishes one renewal from the next.
  /// @param left how long it lasted from then on; zero or negative if it had expired
  record Lease(OwnerId owner, Instant until, Duration left) {
    public boolean isExpired() {
      return !left.isPositive();
    }

    /// When it expired, by another clock.
    ///
    /// @param now the time by that clock
    /// @return now, if it has not expired
    public Instant expiredAt(Instant now) {
      return isExpired() ? now.plus(left) : now;
    }
  }

  /// Identifies one process at work on a store.
  record OwnerId(String value) {
    public OwnerId {
      if (value.isBlank()) {
        throw new IllegalArgumentException("an owner has a name");
      }
    }

    @Override
    public String toString() {
      return value;
    }
  }
}
