package dev.drover.jsonrpc;

import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;

/// How long to wait for an answer.
///
/// @param silence since the request, and since each sign of progress
/// @param total in any case
public record RpcTimeout(Duration silence, Duration total) {
  public RpcTimeout {
    if (silence.isNegative() || silence.isZero() || total.compareTo(silence) < 0) {
      throw new IllegalArgumentException(
          "a time limit is positive and not above the total: %s, %s".formatted(silence, total));
    }
    silence = WaitLimit.cap(silence);
    total = WaitLimit.cap(total);
  }

  /// Progress does not extend it.
  public static RpcTimeout of(Duration time) {
    return new RpcTimeout(time, time);
  }
}
