package dev.drover.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// A delta that says when it was sent. Made once, so that sending costs no more than its digits.
/// Used by one thread.
final class StampedDelta {
  /// As many digits as a `long` can have.
  private static final int DIGITS = 19;

  /// Where the time is filled in.
  static final String PLACE = "0".repeat(DIGITS);

  private final byte[] bytes;
  private final int end;

  /// @param framed a delta around [#PLACE]
  StampedDelta(String framed) {
    bytes = framed.getBytes(US_ASCII);
    end = framed.indexOf(PLACE) + DIGITS;
  }

  /// The same array each time.
  byte[] at(long nanos) {
    long left = nanos;
    for (int i = end - 1; i >= end - DIGITS; i--) {
      bytes[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    return bytes;
  }
}
