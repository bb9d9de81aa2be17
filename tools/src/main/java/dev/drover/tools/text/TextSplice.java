package dev.drover.tools.text;

/// A part of a text, and its replacement.
///
/// @param start offset of the first replaced character
/// @param end offset of the first character that stays
public record TextSplice(int start, int end, String replacement) {
  public TextSplice {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no part of a text: %d to %d".formatted(start, end));
    }
  }
}
