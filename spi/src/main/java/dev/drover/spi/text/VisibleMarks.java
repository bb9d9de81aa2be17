package dev.drover.spi.text;

/// Text from outside in which nothing is invisible: control characters, bidirectional marks, tag
/// characters and other formats are written as their numbers. A person and a model read the same.
public final class VisibleMarks {
  private VisibleMarks() {}

  public static String of(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints().forEach(each -> append(shown, each));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int codePoint) {
    if (isVisible(codePoint)) {
      shown.appendCodePoint(codePoint);
    } else {
      shown.append("\\u{%X}".formatted(codePoint));
    }
  }

  private static boolean isVisible(int codePoint) {
    if (codePoint == '\n' || codePoint == '\t') {
      return true;
    }
    boolean variation =
        (codePoint >= 0xFE00 && codePoint <= 0xFE0E)
            || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
    return !variation
        && switch (Character.getType(codePoint)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              false;
          default -> true;
        };
  }
}
