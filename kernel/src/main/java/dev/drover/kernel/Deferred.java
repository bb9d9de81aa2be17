package dev.drover.kernel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The call goes on without the tool: whoever has its [CompletionKey] says how it ended.
///
/// @param within how long that may take; null if it may take as long as it does
/// @param room what becomes of its place among the calls that run side by side
public record Deferred(@Nullable Duration within, Room room) implements ToolAnswer {
  public Deferred {
    NullChecks.nonNull(room, "Deferred.room");
    if (within != null && !within.isPositive()) {
      throw new IllegalArgumentException("within: a time that is not over yet, not " + within);
    }
    within = within == null ? null : LongestWait.cap(within);
  }

  /// Whether others may begin while it is carried out elsewhere.
  public enum Room {
    FREED,
    /// As long as it goes on, it counts as one that runs.
    KEPT
  }

  /// When the time is over the call is settled: whether it happened is not known then.
  public static Deferred within(Duration time) {
    return new Deferred(time, Room.FREED);
  }

  public static Deferred untilCompleted() {
    return new Deferred(null, Room.FREED);
  }

  /// As [#untilCompleted], and no other call of the turn begins in its place.
  public static Deferred inItsPlace() {
    return new Deferred(null, Room.KEPT);
  }
}
