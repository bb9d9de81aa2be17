package dev.drover.store.sql;

import java.time.Duration;

/// A deadline for work with the database, in real time. No event contains that time.
///
/// @param nanos as the system counts them
public record DatabaseDeadline(long nanos) {
  public static DatabaseDeadline in(Duration limit) {
    return new DatabaseDeadline(System.nanoTime() + limit.toNanos());
  }

  public boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }

  /// How long it has been over.
  public Duration overdue() {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
