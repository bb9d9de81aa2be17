package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.Usage;
import java.time.Instant;

/// Something that a child works on, or has worked on, as it stands.
///
/// @param child the session that works on it
/// @param agent who works on it, with all above it, such as `clerk/explore`
/// @param title the beginning of what it was told
/// @param usage tokens of the child so far
public record TaskReport(
    SessionId child,
    String agent,
    TaskMode mode,
    String title,
    Status status,
    Usage usage,
    Instant startedAt) {
  /// How far it has got.
  public enum Status {
    RUNNING,
    /// For a person, for somebody elsewhere, for a quota.
    WAITING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isOver() {
      return switch (this) {
        case RUNNING, WAITING -> false;
        case COMPLETED, FAILED, CANCELLED -> true;
      };
    }
  }
}
