package dev.drover.kernel;

import java.util.List;

/// What the machine makes of one input.
public sealed interface Decision {
  /// Make these facts durable, in this order, together; then `next` is the state.
  record Commit(List<Recorded> entries, SessionState next) implements Decision {}

  /// The input changes nothing. Count it and say so to whoever sent it.
  record Ignore(Why why, String detail) implements Decision {}

  enum Why {
    /// The session was never opened.
    NOT_OPEN,
    ALREADY_OPEN,
    /// A run is going.
    BUSY,
    /// No run is going.
    IDLE,
    /// Meant for a run that is not the one going.
    OTHER_RUN,
    /// Answers an effect, or an attempt, that is no longer open.
    STALE,
    /// Whoever sent it has no say in this.
    NOT_ALLOWED,
    /// The conversation goes on in another session.
    HANDED_OFF,
    /// Would make no difference.
    NOTHING_TO_DO
  }
}
