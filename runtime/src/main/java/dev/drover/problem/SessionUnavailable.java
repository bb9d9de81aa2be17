package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The session, or the runtime, does not take the request now, or not in this process. Another
/// session, another process or a later time may.
public abstract sealed class SessionUnavailable extends DroverException {
  private static final long serialVersionUID = 1L;

  private SessionUnavailable(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// The session already has a run in progress, and it allows one at a time. Nothing was added.
  public static final class SessionBusy extends SessionUnavailable {
    public static final String CODE = "session_busy";
    private static final long serialVersionUID = 1L;

    public SessionBusy(SessionId session, String detail) {
      super(
          new Problem(
              CODE,
              "A run is going",
              "session " + session + " is busy: " + detail,
              "Wait until the run is over, or cancel it."),
          null);
    }
  }

  /// The session was closed, or is being closed; this handle accepts no more work.
  public static final class SessionClosed extends SessionUnavailable {
    public static final String CODE = "session_closed";
    private static final long serialVersionUID = 1L;

    public SessionClosed(SessionId session) {
      super(
          new Problem(
              CODE,
              "The session is closed",
              "session " + session + " is closed",
              "Open it again with resume."),
          null);
    }
  }

  /// There was a session with this id, and it was deleted. The id is not used again.
  public static final class SessionDeleted extends SessionUnavailable {
    public static final String CODE = "session_deleted";
    private static final long serialVersionUID = 1L;

    public SessionDeleted(SessionId session) {
      super(
          new Problem(
              CODE,
              "The session was deleted",
              "session " + session + " was deleted, and its id is not used again",
              "Open a session with another id."),
          null);
    }
  }

  /// Another process appended to the session first. This process has stopped driving the session,
  /// and nothing was lost.
  public static final class SessionTakenOver extends SessionUnavailable {
    public static final String CODE = "session_taken_over";
    private static final long serialVersionUID = 1L;

    public SessionTakenOver(SessionId session) {
      super(
          new Problem(
              CODE,
              "Another process took over",
              "another process has written to session " + session + " and drives it now",
              "Watch its events, or open it again."),
          null);
    }
  }

  /// The journal of a session contains an event that cannot be read. The session cannot continue;
  /// its events before that one can be read, and other sessions are not affected.
  public static final class SessionUnreadable extends SessionUnavailable {
    public static final String CODE = "journal_unreadable";
    private static final long serialVersionUID = 1L;

    private final transient SessionId session;
    private final long seq;
    private final Reason reason;

    /// Why it cannot be read.
    public enum Reason {
      /// A later version of Drover wrote it.
      NEWER,
      /// It was not written by Drover, or is missing.
      DAMAGED
    }

    /// @param seq number of the first event that cannot be read
    /// @param detail what is wrong with it
    public SessionUnreadable(
        SessionId session, long seq, Reason reason, String detail, @Nullable Throwable cause) {
      super(problem(session, seq, reason, detail), cause);
      this.session = session;
      this.seq = seq;
      this.reason = reason;
    }

    private static Problem problem(SessionId session, long seq, Reason reason, String detail) {
      var found = "session %s cannot be read from event %d on: %s".formatted(session, seq, detail);
      return switch (reason) {
        case NEWER ->
            new Problem(
                CODE,
                "Written by a later version",
                found,
                "Update Drover to the version that wrote it, or a later one.");
        case DAMAGED ->
            new Problem(
                CODE,
                "Damaged",
                found,
                "%s Restore the store from a copy to go on with the session."
                    .formatted(
                        seq > 1
                            ? "Events 1 to %d can still be read.".formatted(seq - 1)
                            : "No event before it is there."));
      };
    }

    public SessionId session() {
      return session;
    }

    /// The number of the first event that cannot be read.
    public long seq() {
      return seq;
    }

    public Reason reason() {
      return reason;
    }
  }

  /// The runtime was closed, and its store with it.
  public static final class RuntimeClosed extends SessionUnavailable {
    public static final String CODE = "runtime_closed";
    private static final long serialVersionUID = 1L;

    public RuntimeClosed() {
      super(
          new Problem(
              CODE,
              "The runtime is closed",
              "this runtime was closed, and reads and writes nothing any more",
              "Build another one on the same store."),
          null);
    }
  }
}
