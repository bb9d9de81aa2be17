package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionHasForks;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Catalog.ForkRow;

/// Deletes sessions for all who hold them: of many who want it one does it, and all return when it
/// is done.
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
      var open = handles.findOrMake(session);
      try {
        if (open.departure().delete(() -> delete(open, row.get().agent()))) {
          return true;
        }
      } catch (SessionClosed meanwhile) {
        // Somebody else has let go of it: what is there now is found by looking.
      } finally {
        handles.dropIfEmpty(open);
      }
    }
  }

  private void requireNoForks(SessionId session) {
    var forks = drover.engine().catalog().forks(session, 0, FORKS_NAMED);
    if (!forks.isEmpty()) {
      throw new SessionHasForks(session, forks.stream().map(ForkRow::session).toList());
    }
  }

  private void delete(OpenSession open, String agent) {
    var session = open.id();
    try {
      drover.engine().delete(session, () -> new Lifetimes(drover).ended(session, agent));
    } catch (SessionNotFound | SessionDeleted meanwhile) {
      // Somebody was faster, here or elsewhere. Then its handles are of a deleted session, too.
    }
    handles.remove(open);
  }
}
