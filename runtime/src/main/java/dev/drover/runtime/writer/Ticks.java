package dev.drover.runtime.writer;

/// Measures how long a thread has really waited. Never part of a decision, so it is not [Time].
///
/// [Time]: dev.drover.spi.time.Time
public final class Ticks {
  private Ticks() {}

  public static long now() {
    return System.nanoTime();
  }
}
