package dev.drover.fuzz;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// One input and one target.
final class Trial {
  /// Enough to make most findings readable; the last letter is not worth a minute.
  private static final int MOST_ATTEMPTS = 2_000;

  private Trial() {}

  /// @return what it broke; null if nothing
  static @Nullable Throwable of(Target target, byte[] input) {
    try {
      target.accept(input);
      return null;
    } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError finding) {
      return finding;
    }
  }

  /// Leaves out whatever can be left out, in ever smaller pieces.
  static byte[] shortened(Target target, byte[] input) {
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
