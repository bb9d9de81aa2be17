package dev.drover.server;

import java.time.Duration;

/// Bounds of a listener.
///
/// @param bodyBytes the maximum size of the content of a call
/// @param bodyTime in which the content must arrive
/// @param writeTime in which the other side must have read what was sent to it; at most twice this
///   passes before its connection is closed
/// @param calls how many are handled at the same time, streams included; more are refused
/// @param stopTime how long calls in progress may go on when the server stops
public record HttpLimits(
    int bodyBytes, Duration bodyTime, Duration writeTime, int calls, Duration stopTime) {
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          16 * 1024 * 1024,
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          4096,
          Duration.ofSeconds(5));

  public HttpLimits {
    if (bodyBytes < 1 || calls < 1) {
      throw new IllegalArgumentException("limits are positive: %d, %d".formatted(bodyBytes, calls));
    }
    requirePositive("bodyTime", bodyTime);
    requirePositive("writeTime", writeTime);
    requirePositive("stopTime", stopTime);
  }

  private static void requirePositive(String name, Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("%s must be positive: %s".formatted(name, time));
    }
  }

  public HttpLimits bodyBytes(int most) {
    return new HttpLimits(most, bodyTime, writeTime, calls, stopTime);
  }

  public HttpLimits bodyTime(Duration time) {
    return new HttpLimits(bodyBytes, time, writeTime, calls, stopTime);
  }

  public HttpLimits writeTime(Duration time) {
    return new HttpLimits(bodyBytes, bodyTime, time, calls, stopTime);
  }

  public HttpLimits calls(int most) {
    return new HttpLimits(bodyBytes, bodyTime, writeTime, most, stopTime);
  }

  public HttpLimits stopTime(Duration time) {
    return new HttpLimits(bodyBytes, bodyTime, writeTime, calls, time);
  }
}
