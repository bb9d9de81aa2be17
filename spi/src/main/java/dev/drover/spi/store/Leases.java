package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.time.Instant;
import java.util.Optional;

/// Who is at work. Advice only: it keeps two processes from doing the same work at the same time,
/// and it is the journal's conditional append that keeps them from writing over each other.
///
/// A process says how long it will be there; a session belongs to the process that last appended to
/// it. So holding a session costs no write of its own.
public interface Leases {
  /// This process will be at work until then, unless it says so again.
  void renew(OwnerId owner, Instant until);

  /// This process is leaving: whatever it held is free.
  void release(OwnerId owner);

  /// This process holds the session no more, and goes on with its other work. Does nothing if
  /// another process wrote to it, or if more was written than this.
  ///
  /// @param after the number of the last event that the process knows
  void letGo(OwnerId owner, SessionId session, long after);

  /// The process that last wrote to the session, and until when it said it would be there.
  ///
  /// @return empty if it has left, or has let go of the session, or if there is no such session
  Optional<Lease> holder(SessionId session);

  record Lease(OwnerId owner, Instant until) {}
}
