package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.Usage;
import java.time.Instant;
import java.util.List;

/// Something that a child works on, or has worked on, as it stands.
///
/// @param child the session that works on it
/// @param agent who works on it, with all above it, such as `clerk/explore`
/// @param title the beginning of what it was told
/// @param usage tokens of the child so far
/// @param progress what it said and did last, a line each, oldest first; at most [#MOST_PROGRESS]
public record TaskReport(
    SessionId child,
    String agent,
    TaskMode mode,
    String title,
    Status status,
    Usage usage,
    Instant startedAt,
    List<String> progress) {
  public static final int MOST_PROGRESS = 8;

  public TaskReport {
    progress = List.copyOf(progress);
  }

  /// How far it has got.
  public enum Status {
    RUNNING,
    /// For a person, for somebody elsewhere, for a quota.
    WAITING,
    /// Nobody drives it: it goes on when its agent is opened again.
    INTERRUPTED,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isOver() {
      return switch (this) {
        case RUNNING, WAITING, INTERRUPTED -> false;
        case COMPLETED, FAILED, CANCELLED -> true;
      };
    }
  }
}
