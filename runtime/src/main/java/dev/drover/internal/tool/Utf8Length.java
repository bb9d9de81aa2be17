package dev.drover.internal.tool;

/// The length of a text in UTF-8, counted without encoding it, so that no second copy of a large
/// output is needed.
final class Utf8Length {
  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;

  private Utf8Length() {}

  static long length(String text) {
    return length(text, 0, text.length());
  }

  static long length(String text, int from, int to) {
    long bytes = 0;
    for (int at = from; at < to; ) {
      int character = text.codePointAt(at);
      bytes += width(character);
      at += Character.charCount(character);
    }
    return bytes;
  }

  /// The end of the longest prefix that has whole characters only and at most this many bytes.
  static int headEnd(String text, long bytes) {
    long left = bytes;
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      left -= width(character);
      if (left < 0) {
        return at;
      }
      at += Character.charCount(character);
    }
    return at;
  }

  /// The start of the longest suffix that has whole characters only and at most this many bytes.
  static int tailStart(String text, long bytes) {
    long left = bytes;
    int at = text.length();
    while (at > 0) {
      int character = text.codePointBefore(at);
      left -= width(character);
      if (left < 0) {
        return at;
      }
      at -= Character.charCount(character);
    }
    return at;
  }

  /// An unpaired surrogate is not a character, and is written as a question mark.
  private static int width(int character) {
    if (character < ONE_BYTE || isHalf(character)) {
      return 1;
    }
    if (character < TWO_BYTES) {
      return 2;
    }
    return Character.isBmpCodePoint(character) ? 3 : 4;
  }

  private static boolean isHalf(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
