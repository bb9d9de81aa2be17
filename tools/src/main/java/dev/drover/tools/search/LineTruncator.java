package dev.drover.tools.search;

/// Cuts a line to the part that is shown to the model.
final class LineTruncator {
  static final int MAX_CHARS = 2_000;

  /// Number of characters shown before a match far into a line.
  private static final int BEFORE = 200;

  private LineTruncator() {}

  /// @param important index of a character that must be shown
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

  /// Never cuts a character in two.
  private static int whole(String line, int at) {
    boolean inside =
        at < line.length()
            && Character.isLowSurrogate(line.charAt(at))
            && Character.isHighSurrogate(line.charAt(at - 1));
    return inside ? at - 1 : at;
  }
}
