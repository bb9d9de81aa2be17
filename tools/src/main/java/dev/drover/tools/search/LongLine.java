package dev.drover.tools.search;

/// A line as it is shown: not more than the model needs to see of it.
final class LongLine {
  static final int MAX_CHARS = 2_000;

  /// How much is shown of what is before a match far out in a line.
  private static final int BEFORE = 200;

  private LongLine() {}

  /// @param important the character that must be seen
  static String cut(String line, int important) {
    if (line.length() <= MAX_CHARS) {
      return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }
    int start = important + BEFORE < MAX_CHARS ? 0 : whole(line, important - BEFORE);
    int end = whole(line, Math.min(line.length(), start + MAX_CHARS));
    return "%s%s%s [line cut, it has %d characters]"
        .formatted(
            start > 0 ? "…" : "",
            line.substring(start, end),
            end < line.length() ? "…" : "",
            line.length());
  }

  /// Never inside a character.
  private static int whole(String line, int at) {
    boolean inside =
        at < line.length()
            && Character.isLowSurrogate(line.charAt(at))
            && Character.isHighSurrogate(line.charAt(at - 1));
    return inside ? at - 1 : at;
  }
}
