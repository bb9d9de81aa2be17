package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionHasForks;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Catalog.ForkRow;

/// Deletes sessions, through the handle that is open or through one of its own: so of many who want
/// it one does it, and all return when it is done.
record Deleting(Drover drover, Handles handles) {
  /// How many forks are named to somebody who cannot delete their source.
  private static final int FORKS_NAMED = 16;

  /// @return false if there is no such session
  boolean delete(SessionId session) {
    while (true) {
      var row = drover.archive().session(session);
      if (row.isEmpty()) {
        return false;
      }
      requireNoForks(session);
      var found = handles.find(session);
      var handle = found == null ? fresh(session, row.get().agent()) : found;
      try {
        if (handle.departure().delete(() -> delete(handle))) {
          return true;
        }
      } catch (SessionClosed meanwhile) {
        // Somebody else has let go of it: what is there now is found by looking.
      }
    }
  }

  private void requireNoForks(SessionId session) {
    var forks = drover.engine().catalog().forks(session, 0, FORKS_NAMED);
    if (!forks.isEmpty()) {
      throw new SessionHasForks(session, forks.stream().map(ForkRow::session).toList());
    }
  }

  private Session fresh(SessionId session, String agent) {
    return handles.get(session, () -> new Session(session, drover, agent, null), _ -> {});
  }

  private void delete(Session handle) {
    try {
      drover.engine().delete(handle.id(), () -> new Lifetimes(drover).ended(handle));
    } catch (SessionNotFound | SessionDeleted meanwhile) {
      // Somebody was faster, here or elsewhere. Then this handle is one of a deleted session, too.
    }
    handles.remove(handle);
  }
}
