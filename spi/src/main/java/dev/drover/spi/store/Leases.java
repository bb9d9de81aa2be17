package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who is at work. Advice only: it keeps two processes from doing the same work at the same time,
/// and it is the journal's conditional append that keeps them from writing over each other.
///
/// A process says how long it will be there; a session belongs to the process that last appended to
/// it. So holding a session costs no write of its own.
public interface Leases {
  /// This process will be at work until then, unless it says so again.
  void renew(OwnerId owner, Instant until);

  /// This process is leaving: it has let go of whatever it held.
  void release(OwnerId owner);

  /// What each process last said that has not left, whether its time has passed or not.
  List<Lease> processes();

  /// A process was found to be gone, and holds nothing any more. Sessions in which everything was
  /// waiting then are let go of; the others keep the name of their [#lastWriter(SessionId)].
  ///
  /// Does nothing if the process has said something else since: then it is there.
  ///
  /// @param gone what it last said
  /// @param at when it was gone at the latest
  void expire(Lease gone, Instant at);

  /// Sessions that are to be worked on by now ([Change.WakeSet]) and that no process holds which is
  /// at work, in the order of their creation. Sessions that wake later are not read.
  List<WaitingSession> unattended(SessionSearch search, Instant now);

  /// The process that last wrote to the session, whether it is still there or not.
  ///
  /// @return empty if it has let go of the session, or if there is no such session
  Optional<OwnerId> lastWriter(SessionId session);

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
