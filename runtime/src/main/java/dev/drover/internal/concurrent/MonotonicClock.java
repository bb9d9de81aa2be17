package dev.drover.internal.concurrent;

/// Measures how long a thread has actually waited. Never part of a decision, so it is not
/// [dev.drover.spi.time.Time].
public final class MonotonicClock {
  private MonotonicClock() {}

  public static long now() {
    return System.nanoTime();
  }
}
