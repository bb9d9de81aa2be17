package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The call continues after the tool has returned: the holder of its
/// [dev.drover.kernel.value.DeferredCallKey] reports the outcome.
///
/// @param within the time limit; null if there is none
/// @param slot whether the call keeps its slot among the parallel calls
public record ToolDeferral(@Nullable Duration within, Slot slot) implements ToolAnswer {
  public ToolDeferral {
    NullChecks.nonNull(slot, "ToolDeferral.slot");
    if (within != null && !within.isPositive()) {
      throw new IllegalArgumentException("within: must be positive, not " + within);
    }
    within = within == null ? null : WaitLimit.cap(within);
  }

  /// Whether other calls may begin while this one is carried out elsewhere.
  public enum Slot {
    FREED,
    /// The call counts as running until it is settled.
    KEPT
  }

  /// At the time limit the call is settled with an unknown outcome.
  public static ToolDeferral within(Duration time) {
    return new ToolDeferral(time, Slot.FREED);
  }

  public static ToolDeferral untilCompleted() {
    return new ToolDeferral(null, Slot.FREED);
  }

  /// As [#untilCompleted], and no other call of the turn takes its slot.
  public static ToolDeferral keepingSlot() {
    return new ToolDeferral(null, Slot.KEPT);
  }
}
