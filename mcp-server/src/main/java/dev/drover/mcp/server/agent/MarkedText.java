package dev.drover.mcp.server.agent;

/// Shows characters that hide or reorder other text as marks, such as `⟨U+202E⟩`: a person decides
/// on what is shown. Line breaks and tabs stay.
final class MarkedText {
  private static final int FIRST_MUSICAL_CONTROL = 0x1D173;

  private MarkedText() {}

  static String of(String text) {
    var marked = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (isVisible(point)) {
                marked.appendCodePoint(point);
              } else {
                marked.append("⟨U+%04X⟩".formatted(point));
              }
            });
    return marked.toString();
  }

  private static boolean isVisible(int point) {
    if (point == '\n' || point == '\t' || point == ' ') {
      return true;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> !isBlankLetter(point) && !isVariationSelector(point);
    };
  }

  /// Letters without a shape, and the Braille pattern without dots.
  private static boolean isBlankLetter(int point) {
    return point == 0x115F
        || point == 0x1160
        || point == 0x3164
        || point == 0xFFA0
        || point == 0x2800
        || (point >= FIRST_MUSICAL_CONTROL && point <= 0x1D17A)
        || point == 0x034F;
  }

  private static boolean isVariationSelector(int point) {
    return (point >= 0xFE00 && point <= 0xFE0F)
        || (point >= 0xE0100 && point <= 0xE01EF)
        || (point >= 0x180B && point <= 0x180F);
  }
}
