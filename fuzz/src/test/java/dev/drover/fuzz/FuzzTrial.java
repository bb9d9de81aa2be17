package dev.drover.fuzz;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Tests one input with one target.
final class FuzzTrial {
  /// Enough to make most findings readable; the last character is not worth a minute.
  private static final int MOST_ATTEMPTS = 2_000;

  private FuzzTrial() {}

  /// @return the failure; null if there is none
  static @Nullable Throwable of(FuzzTarget target, byte[] input) {
    try {
      target.accept(input);
      return null;
    } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError finding) {
      return finding;
    }
  }

  /// Removes every part that is not needed for the failure, in ever smaller pieces.
  static byte[] shortened(FuzzTarget target, byte[] input) {
    var least = input;
    int attempts = 0;
    for (int size = Math.max(1, input.length / 2); size > 0; size /= 2) {
      for (int from = 0; from < least.length && attempts < MOST_ATTEMPTS; attempts++) {
        var shorter = without(least, from, Math.min(least.length, from + size));
        if (of(target, shorter) == null) {
          from += size;
        } else {
          least = shorter;
        }
      }
    }
    return least;
  }

  private static byte[] without(byte[] input, int from, int to) {
    var rest = new ByteArrayOutputStream();
    rest.write(input, 0, from);
    rest.write(input, to, input.length - to);
    return rest.toByteArray();
  }
}
