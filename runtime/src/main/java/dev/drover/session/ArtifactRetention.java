package dev.drover.session;

import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;

/// How many artifacts are kept, and how long. If a limit is exceeded, the oldest are deleted;
/// pinned artifacts are kept.
///
/// @param age artifacts older than this are deleted
/// @param maxBytes the total size of all artifacts of a store; the same content counts once
/// @param maxBytesEach the size of one artifact; a longer output is cut, and the artifact records
///   it
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
    age = WaitLimit.cap(age);
    if (maxBytesEach < SMALLEST) {
      throw new IllegalArgumentException(
          "maxBytesEach: at least %d, not %d".formatted(SMALLEST, maxBytesEach));
    }
    if (maxBytes < maxBytesEach) {
      throw new IllegalArgumentException(
          "maxBytes: at least maxBytesEach, which is %d, not %d".formatted(maxBytesEach, maxBytes));
    }
  }
}
