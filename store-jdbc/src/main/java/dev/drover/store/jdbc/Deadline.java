package dev.drover.store.jdbc;

import java.time.Duration;

/// A bound for work with the database, in real time. No event carries that time.
///
/// @param nanos as the system counts them
record Deadline(long nanos) {
  static Deadline in(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }
}
