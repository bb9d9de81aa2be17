package dev.drover.cli.output;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/// The only conversion of foreign text into text that may be sent to a terminal. Characters that
/// would control the terminal, or hide or reorder other text, are replaced by a mark that names
/// them, as in `⟨U+202E⟩`. Line breaks and tabs stay; the layout handles them.
///
/// The conversion is idempotent.
public final class VisibleText {
  /// More combining marks than any script needs on one letter.
  private static final int MOST_MARKS = 4;

  private static final char FIRST_BEYOND_ASCII = 0x7F;

  /// Scripts in which joiners change how a word is written.
  private static final Set<UnicodeScript> JOINED =
      EnumSet.of(
          UnicodeScript.ARABIC,
          UnicodeScript.SYRIAC,
          UnicodeScript.MONGOLIAN,
          UnicodeScript.NKO,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.GURMUKHI,
          UnicodeScript.GUJARATI,
          UnicodeScript.ORIYA,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.KANNADA,
          UnicodeScript.MALAYALAM,
          UnicodeScript.SINHALA,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  private final String text;
  private final Use use;
  private final StringBuilder visible;
  private int marks;

  private VisibleText(String text, Use use) {
    this.text = text;
    this.use = use;
    this.visible = new StringBuilder(text.length() + 16);
  }

  /// How exactly a text is read.
  private enum Use {
    /// A decision depends on it: a name, a path, a command, a diff.
    EXACT,
    /// Read as prose: joined emoji, joiners of scripts that need them, and unusual spaces stay.
    PROSE
  }

  /// For texts that a decision may depend on.
  public static String of(String text) {
    return isPlain(text) ? text : new VisibleText(text, Use.EXACT).marked();
  }

  /// For prose.
  public static String prose(String text) {
    return isPlain(text) ? text : new VisibleText(text, Use.PROSE).marked();
  }

  /// Converts visible text for an ASCII-only terminal, where other bytes may be commands.
  static String ascii(String visible) {
    var plain = new StringBuilder(visible.length());
    visible
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '⟨' -> plain.append('<');
                case '⟩' -> plain.append('>');
                case '…' -> plain.append("...");
                default -> {
                  if (c < FIRST_BEYOND_ASCII) {
                    plain.append((char) c);
                  } else {
                    plain.append("<U+%04X>".formatted(c));
                  }
                }
              }
            });
    return plain.toString();
  }

  /// The number of columns of a visible text.
  static int columns(String visible) {
    return visible.codePoints().map(CodePoints::columns).sum();
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= FIRST_BEYOND_ASCII || (c < ' ' && c != '\n' && c != '\t')) {
        return false;
      }
    }
    return true;
  }

  private String marked() {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      marks = CodePoints.isMark(c) ? marks + 1 : 0;
      if (isShown(c, i, next)) {
        visible.appendCodePoint(c);
      } else if (c != '\r' || use == Use.EXACT || next == text.length() || at(next) != '\n') {
        visible.append("⟨U+%04X⟩".formatted(c));
      }
      i = next;
    }
    return visible.toString();
  }

  private boolean isShown(int c, int at, int next) {
    return switch (c) {
      case '\n', '\t' -> true;
      case CodePoints.EMOJI_STYLE, CodePoints.TEXT_STYLE -> stylesEmoji(at, next);
      case CodePoints.JOINER ->
          use == Use.PROSE && (joinsEmoji(at, next) || joinsLetters(at, next));
      case CodePoints.NON_JOINER -> use == Use.PROSE && joinsLetters(at, next);
      case CodePoints.KEYCAP -> before(at) == CodePoints.EMOJI_STYLE;
      default -> {
        if (CodePoints.isHidden(c) || (use == Use.EXACT && CodePoints.isOddSpace(c))) {
          yield false;
        }
        yield !CodePoints.isMark(c) || isOrdinaryMark(c, at);
      }
    };
  }

  /// A mark without a base character would combine with text outside of this one.
  private boolean isOrdinaryMark(int c, int at) {
    int before = before(at);
    return marks <= MOST_MARKS
        && before > ' '
        && !CodePoints.isHidden(before)
        && !(use == Use.EXACT && CodePoints.isOverlay(c));
  }

  private boolean stylesEmoji(int at, int next) {
    int before = before(at);
    return Character.isEmoji(before)
        && (before >= FIRST_BEYOND_ASCII || at(next) == CodePoints.KEYCAP);
  }

  private boolean joinsEmoji(int at, int next) {
    int before = before(at);
    if (before == CodePoints.EMOJI_STYLE) {
      before = before(at - 1);
    }
    return isPicture(before) && isPicture(at(next));
  }

  private static boolean isPicture(int c) {
    return c >= FIRST_BEYOND_ASCII
        && (Character.isExtendedPictographic(c) || Character.isEmojiModifier(c));
  }

  private boolean joinsLetters(int at, int next) {
    int before = before(at);
    int after = at(next);
    return before >= FIRST_BEYOND_ASCII
        && after >= FIRST_BEYOND_ASCII
        && JOINED.contains(UnicodeScript.of(before))
        && UnicodeScript.of(before) == UnicodeScript.of(after);
  }

  private int before(int at) {
    return at == 0 ? 0 : text.codePointBefore(at);
  }

  private int at(int next) {
    return next >= text.length() ? 0 : text.codePointAt(next);
  }
}
