package dev.drover.spi.store;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import org.jspecify.annotations.Nullable;

/// The store refused a write. Nothing was written.
public abstract sealed class WriteRefused extends PortException {
  private static final long serialVersionUID = 1L;

  private WriteRefused(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// The write contradicts the stored data: a run, or its key, that was used before; an input that
  /// is not waiting; a session that does not exist. Nothing was written.
  ///
  /// Unlike an [AppendConflict], this does not depend on a race: the same call would fail again.
  public static final class ContradictoryWrite extends WriteRefused {
    public static final String CODE = "write_refused";
    private static final long serialVersionUID = 1L;

    /// @param why the contradiction, as in `run r-7 was accepted before`
    public ContradictoryWrite(SessionId session, String why) {
      super(
          new Problem(
              CODE,
              "The write contradicts the stored data",
              "session %s: %s".formatted(session, why),
              "Read the session again before you decide what to write."),
          null);
    }
  }

  /// Another writer appended first. Nothing was written.
  public static sealed class AppendConflict extends WriteRefused {
    public static final String CODE = "session_taken_over";
    private static final long serialVersionUID = 1L;

    public AppendConflict(SessionId session, long expected, long actual) {
      super(
          new Problem(
              CODE,
              "Another writer is at work",
              "session %s was expected to end at event %d and ends at %d"
                  .formatted(session, expected, actual),
              "This process has stopped driving it; watch its events, or try again."),
          null);
    }

    private AppendConflict(Problem problem) {
      super(problem, null);
    }

    /// The conflict of an append that continues a session.
    ///
    /// @param expected number of the last event that the writer knows, which was confirmed to it
    /// @param actual number of the last event in the store; 0 if there is no such session
    /// @return a [StoreWentBack] if the store has less than was confirmed
    public static AppendConflict of(SessionId session, long expected, long actual) {
      return actual < expected
          ? new StoreWentBack(session, expected, actual)
          : new AppendConflict(session, expected, actual);
    }
  }

  /// The session ends before an event that was confirmed: the store lost confirmed writes, as after
  /// a failover to a standby that was behind, or after a backup was restored. Nothing was written.
  ///
  /// Unlike any other conflict, this is not resolved by reading again: effects of the lost events
  /// may have been performed.
  public static final class StoreWentBack extends AppendConflict {
    public static final String CODE = "store_went_back";
    private static final long serialVersionUID = 1L;

    private StoreWentBack(SessionId session, long expected, long actual) {
      super(
          new Problem(
              CODE,
              "The store lost confirmed events",
              "session %s was expected to end at event %d and ends at %d, and the events after that"
                      .formatted(session, expected, actual)
                  + " were confirmed",
              "A person must look: restore the newer state of the store, or check what the lost"
                  + " events did before the session is used again."));
    }
  }

  /// The session was deleted, and its id is never used again. Nothing was written.
  public static final class AppendToDeletedSession extends WriteRefused {
    public static final String CODE = "session_deleted";
    private static final long serialVersionUID = 1L;

    public AppendToDeletedSession(SessionId session) {
      super(
          new Problem(
              CODE,
              "The session was deleted",
              "session %s was deleted, and its id is not used again".formatted(session),
              "Open a session with another id."),
          null);
    }
  }

  /// The session cannot be deleted because forks share its events. Nothing was changed.
  public static final class DeleteBlockedByForks extends WriteRefused {
    public static final String CODE = "session_has_forks";
    private static final long serialVersionUID = 1L;

    public DeleteBlockedByForks(SessionId session) {
      super(problem(session), null);
    }

    public static Problem problem(SessionId session) {
      return new Problem(
          CODE,
          "The session has forks",
          "session %s was forked, and its forks share its events".formatted(session),
          "Delete its forks first.");
    }
  }
}
