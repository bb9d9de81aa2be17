package dev.drover.cli.output;

/// Properties of a code point that decide whether it may be sent to a terminal.
final class CodePoints {
  static final int NON_JOINER = 0x200C;
  static final int JOINER = 0x200D;
  static final int TEXT_STYLE = 0xFE0E;
  static final int EMOJI_STYLE = 0xFE0F;
  static final int KEYCAP = 0x20E3;

  /// First and last of each range of invisible letters, marks and symbols, in addition to those
  /// that Unicode classifies as control and format characters.
  private static final int[][] BLANK = {
    {0x034F, 0x034F},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x2800, 0x2800},
    {0x3164, 0x3164},
    {0xFE00, 0xFE0F},
    {0xFFA0, 0xFFA0},
    {0x13441, 0x13442},
    {0x16FE4, 0x16FE4},
    {0x1D159, 0x1D159},
    {0xE0000, 0xE0FFF},
  };

  /// First and last of each range of characters that take two columns. In doubt a character is
  /// included: a row that is too short does no harm, one that is too long overflows.
  private static final int[][] WIDE = {
    {0x1100, 0x115E},
    {0x231A, 0x231B},
    {0x2329, 0x232A},
    {0x2E80, 0x303E},
    {0x3041, 0x4DBF},
    {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE10, 0xFE19},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18DFF},
    {0x1AFF0, 0x1B2FF},
    {0x1D300, 0x1D376},
    {0x1F000, 0x1FAFF},
    {0x20000, 0x3FFFD},
  };

  private CodePoints() {}

  /// Whether it is invisible by itself or controls the terminal. A space counts as visible: its
  /// surroundings show it.
  static boolean isHidden(int c) {
    if (c >= ' ' && c <= '~') {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> isIn(BLANK, c);
    };
  }

  /// A blank other than the ordinary space.
  static boolean isOddSpace(int c) {
    return c != ' ' && Character.getType(c) == Character.SPACE_SEPARATOR;
  }

  /// Combines with the character before it.
  static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  /// Drawn over or around the character before it.
  static boolean isOverlay(int c) {
    return (c >= 0x0334 && c <= 0x0338) || Character.getType(c) == Character.ENCLOSING_MARK;
  }

  static int columns(int c) {
    if (c < 0x300) {
      return 1;
    }
    // An emoji variation selector makes a narrow character wide.
    if (c == EMOJI_STYLE) {
      return 1;
    }
    if (isMark(c) || c == JOINER || c == NON_JOINER || c == TEXT_STYLE) {
      return 0;
    }
    return isIn(WIDE, c) || Character.isEmojiPresentation(c) ? 2 : 1;
  }

  private static boolean isIn(int[][] ranges, int c) {
    for (var range : ranges) {
      if (c <= range[1]) {
        return c >= range[0];
      }
    }
    return false;
  }
}
