package dev.drover.runtime;

import dev.drover.kernel.LongestWait;
import dev.drover.runtime.artifact.Storeroom;
import java.time.Duration;

/// How many artifacts are kept, and how long. What is over a limit is dropped, the oldest first;
/// what is pinned stays.
///
/// @param age artifacts that were kept longer ago are dropped
/// @param maxBytes bytes that all artifacts of a store may have together, the same content counted
///   once
/// @param maxBytesEach bytes that are kept of one; the rest is left out, and the artifact says so
public record ArtifactRetention(Duration age, long maxBytes, long maxBytesEach) {
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long SMALLEST = 4 * 1024;

  /// Seven days, 1 GiB in total, 64 MiB each.
  public static final ArtifactRetention DEFAULT =
      new ArtifactRetention(Duration.ofDays(7), 1024 * MEBIBYTE, 64 * MEBIBYTE);

  public ArtifactRetention {
    if (!age.isPositive()) {
      throw new IllegalArgumentException("age: more than nothing, not " + age);
    }
    age = LongestWait.cap(age);
    if (maxBytesEach < SMALLEST) {
      throw new IllegalArgumentException(
          "maxBytesEach: at least %d, not %d".formatted(SMALLEST, maxBytesEach));
    }
    if (maxBytes < maxBytesEach) {
      throw new IllegalArgumentException(
          "maxBytes: at least maxBytesEach, which is %d, not %d".formatted(maxBytesEach, maxBytes));
    }
  }

  Storeroom.Limits limits() {
    return new Storeroom.Limits(age, maxBytes, maxBytesEach);
  }
}
