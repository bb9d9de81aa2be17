package dev.drover.shell;

/// A position in a text. A backslash before a line break joins two lines outside of quotes; [#look]
/// and all methods based on it see the joined text.
final class ShellCursor {
  /// After the last character. Texts with a real NUL are refused before they get here.
  static final char END = '\0';

  private final String text;
  private int at;

  ShellCursor(String text) {
    this.text = text;
  }

  int at() {
    return at;
  }

  void moveTo(int place) {
    at = place;
  }

  String from(int start) {
    return text.substring(start, at);
  }

  /// The next character as written.
  char raw() {
    return at < text.length() ? text.charAt(at) : END;
  }

  char takeRaw() {
    return at < text.length() ? text.charAt(at++) : END;
  }

  /// The next character of the joined text.
  char look() {
    while (at + 1 < text.length() && text.charAt(at) == '\\' && text.charAt(at + 1) == '\n') {
      at += 2;
    }
    return raw();
  }

  /// The character after the next one, of the joined text.
  char lookBehindNext() {
    if (look() == END) {
      return END;
    }
    int start = at++;
    char second = look();
    at = start;
    return second;
  }

  void skip() {
    at++;
  }

  boolean accept(char wanted) {
    if (look() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  boolean acceptBoth(char first, char second) {
    if (look() != first || lookBehindNext() != second) {
      return false;
    }
    accept(first);
    return accept(second);
  }

  void skipBlanks() {
    while (isBlank(look())) {
      at++;
    }
  }

  /// Up to the line break, which stays. Lines of a comment are not joined.
  void skipComment() {
    while (raw() != END && raw() != '\n') {
      at++;
    }
  }

  /// The bare word at the cursor if it consists of letters, digits and other characters of reserved
  /// words, else the empty text. Nothing is consumed.
  String bareWord() {
    int start = at;
    var word = new StringBuilder();
    while (isOfReservedWord(look())) {
      word.append(takeRaw());
    }
    boolean ended = endsWord(look());
    at = start;
    return ended ? word.toString() : "";
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  static boolean endsWord(char c) {
    return c == END || isBlank(c) || c == '\n' || ";&|()<>".indexOf(c) >= 0;
  }

  private static boolean isOfReservedWord(char c) {
    return isOfName(c) || "!{}[]".indexOf(c) >= 0;
  }

  static boolean isOfName(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '_');
  }

  static boolean isName(CharSequence word) {
    if (word.isEmpty() || Character.isDigit(word.charAt(0))) {
      return false;
    }
    return word.chars().allMatch(c -> isOfName((char) c));
  }
}
