package dev.drover.kernel.machine;

import dev.drover.kernel.event.RecordedEvent;
import java.util.List;

/// The machine's decision on one input.
public sealed interface Decision {
  /// Make these events durable, in this order, together; then `next` is the state.
  record Commit(List<RecordedEvent> entries, SessionState next) implements Decision {}

  /// The input changes nothing. Count it and report the reason to its sender.
  record Ignore(Why why, String detail) implements Decision {}

  enum Why {
    /// The session was never opened.
    NOT_OPEN,
    ALREADY_OPEN,
    /// There is a current run.
    BUSY,
    /// There is no current run.
    IDLE,
    /// Addressed to a run that is not the current one.
    OTHER_RUN,
    /// Answers an effect, or an attempt, that is no longer open.
    STALE,
    /// The sender has no permission for this.
    NOT_ALLOWED,
    /// The conversation continues in another session.
    HANDED_OFF,
    /// Would change nothing.
    NOTHING_TO_DO
  }
}
