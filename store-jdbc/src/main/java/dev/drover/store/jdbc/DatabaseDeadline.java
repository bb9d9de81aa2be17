package dev.drover.store.jdbc;

import java.time.Duration;

/// A deadline for work with the database, in real time. No event contains that time.
///
/// @param nanos as the system counts them
record DatabaseDeadline(long nanos) {
  static DatabaseDeadline in(Duration limit) {
    return new DatabaseDeadline(System.nanoTime() + limit.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }
}
