package dev.drover.kernel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The call goes on without the tool: whoever has its [CompletionKey] says how it ended.
///
/// @param within how long that may take; null if it may take as long as it does
public record Deferred(@Nullable Duration within) implements ToolAnswer {
  public Deferred {
    if (within != null && !within.isPositive()) {
      throw new IllegalArgumentException("within: a time that is not over yet, not " + within);
    }
  }

  /// When the time is over the call is settled: whether it happened is not known then.
  public static Deferred within(Duration time) {
    return new Deferred(time);
  }

  public static Deferred untilCompleted() {
    return new Deferred(null);
  }
}
