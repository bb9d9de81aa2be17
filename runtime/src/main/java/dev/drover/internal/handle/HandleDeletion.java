package dev.drover.internal.handle;

import dev.drover.internal.deletion.SessionDeletion;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.RequestRefused.DeletionRefused;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ForkRow;

/// Deletes sessions together with their handles: one of several callers does it, and all return
/// when it is done.
public record HandleDeletion(
    SessionHandles handles,
    StoredSessionQueries queries,
    SessionDeletion deletion,
    SessionLifecycleHooks hooks,
    Catalog catalog) {
  /// How many forks are listed when their source cannot be deleted.
  private static final int FORKS_NAMED = 16;

  /// @return false if there is no such session
  public boolean delete(SessionId session) {
    while (true) {
      var row = queries.session(session);
      if (row.isEmpty()) {
        return false;
      }
      requireNoForks(session);
      var open = handles.findOrMake(session);
      try {
        if (open.lifecycle().delete(() -> delete(open, row.get().agent()))) {
          return true;
        }
      } catch (SessionClosed meanwhile) {
        // Another thread released it: the current state is read again.
      } finally {
        handles.dropIfEmpty(open);
      }
    }
  }

  private void requireNoForks(SessionId session) {
    var forks = catalog.forks(session, 0, FORKS_NAMED);
    if (!forks.isEmpty()) {
      throw new DeletionRefused(session, forks.stream().map(ForkRow::session).toList());
    }
  }

  private void delete(OpenSession open, String agent) {
    var session = open.id();
    try {
      deletion.delete(session, () -> hooks.ended(session, agent));
    } catch (SessionNotFound | SessionDeleted meanwhile) {
      // Another caller was first, in this process or another. The handles belong to a deleted
      // session as well.
    }
    handles.remove(open);
  }
}
