package dev.drover.tools.text;

/// A part of a text, and what takes its place.
///
/// @param start where the part begins
/// @param end where it ends: the first character that stays
public record Splice(int start, int end, String replacement) {
  public Splice {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no part of a text: %d to %d".formatted(start, end));
    }
  }
}
