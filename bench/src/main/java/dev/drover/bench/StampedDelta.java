package dev.drover.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// A delta that contains its send time. Built once, so that sending only writes the digits. Used by
/// one thread.
final class StampedDelta {
  /// The maximum number of digits of a `long`.
  private static final int DIGITS = 19;

  /// Placeholder for the time.
  static final String PLACE = "0".repeat(DIGITS);

  private final byte[] bytes;
  private final int end;

  /// @param framed a delta around [#PLACE]
  StampedDelta(String framed) {
    bytes = framed.getBytes(US_ASCII);
    end = framed.indexOf(PLACE) + DIGITS;
  }

  /// Returns the same array each time.
  byte[] at(long nanos) {
    long left = nanos;
    for (int i = end - 1; i >= end - DIGITS; i--) {
      bytes[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    return bytes;
  }
}
