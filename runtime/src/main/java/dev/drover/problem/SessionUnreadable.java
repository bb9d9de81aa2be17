package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The journal of a session contains an event that cannot be read. The session cannot continue; its
/// events before that one can be read, and other sessions are not affected.
public final class SessionUnreadable extends DroverException {
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
