package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretMarker.Role;

/// The value that follows a name, as in settings, JSON, YAML, XML, source code, or program
/// arguments. It counts as a secret only if it looks like one.
///
/// Made for one position in one text.
final class NamedValue {
  private static final int MOST_BLANKS = 8;
  private static final int LONGEST = 1024;
  private static final int SHORTEST_KEY = 20;
  private static final int SHORTEST_ENV = 6;
  private static final int LOOK_BACK = 64;
  private static final String QUOTES = "\"'`";

  private final String text;
  private final CharRuns runs;
  private final int nameStart;
  private final int nameEnd;

  private int at;
  private int start;
  private int end;
  private boolean quoted;

  NamedValue(String text, CharRuns runs, int nameStart, int nameEnd) {
    this.text = text;
    this.runs = runs;
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /// Whether more text could change the value.
  boolean isOpen() {
    return end == text.length();
  }

  /// Whether there is a value.
  boolean find() {
    at = nameEnd;
    boolean closed = skipQuote();
    if (at < text.length() && text.charAt(at) == ']') {
      at++;
    }
    int blanks = skipBlanks();
    if (!closed && blanks > 0 && isArgument()) {
      return value();
    }
    if (!separator()) {
      return false;
    }
    skipBlanks();
    return value() && skipType();
  }

  /// Including the backslashes before it.
  private boolean skipQuote() {
    int from = at;
    while (at < text.length() && text.charAt(at) == '\\') {
      at++;
    }
    if (at < text.length() && QUOTES.indexOf(text.charAt(at)) >= 0) {
      at++;
      return true;
    }
    at = from;
    return false;
  }

  private int skipBlanks() {
    int from = at;
    while (at < text.length()
        && at - from < MOST_BLANKS
        && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at - from;
  }

  /// As in `--password value`, and in a .netrc file.
  private boolean isArgument() {
    int from = nameStart;
    while (from > 0
        && SecretAlphabet.DASHED.has(text.charAt(from - 1))
        && nameStart - from < LOOK_BACK) {
      from--;
    }
    if (text.startsWith("--", from)) {
      return at < text.length() && text.charAt(at) != '=' && text.charAt(at) != '-';
    }
    var before = text.substring(Math.max(0, from - LOOK_BACK), from);
    return before.substring(before.lastIndexOf('\n') + 1).contains("login ");
  }

  private boolean separator() {
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at);
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if ((c == '=' && next == '>') || ((c == ':' || c == '?') && next == '=')) {
      at += 2;
      return true;
    }
    if ((c == '=' && next != '=' && next != '~') || (c == ':' && next != ':') || c == '>') {
      at++;
      return true;
    }
    return false;
  }

  private boolean value() {
    int from = at;
    // b"…", r"…", f"…"
    if (at + 1 < text.length()
        && Character.isLetter(text.charAt(at))
        && QUOTES.indexOf(text.charAt(at + 1)) >= 0) {
      at++;
    }
    int mark = at;
    quoted = skipQuote();
    if (quoted) {
      start = at;
      return closing(at - mark - 1, text.charAt(at - 1));
    }
    at = from;
    start = at;
    // In a URL `&` ends a value; after a space it is part of one, as in a settings file.
    boolean isSetting = at > 0 && text.charAt(at - 1) == ' ';
    end = runs.end(isSetting ? SecretAlphabet.SETTING : SecretAlphabet.BARE, at);
    while (end > start && end < text.length() && ".:?".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end > start && end - start <= LONGEST;
  }

  /// The quote that was opened after as many backslashes; a missing one is after the end.
  private boolean closing(int backslashes, char quote) {
    int before = 0;
    int limit = Math.min(text.length(), start + LONGEST);
    for (end = start; end < limit; end++) {
      char c = text.charAt(end);
      if (c == quote && before == backslashes) {
        end -= backslashes;
        return end > start;
      }
      if (c == '\n') {
        return false;
      }
      before = c == '\\' ? before + 1 : 0;
    }
    return end == text.length() && end > start;
  }

  /// In `password: String = "…"` the value comes later.
  ///
  /// @return false if there is a type and no value behind it
  private boolean skipType() {
    if (quoted || end >= text.length() || text.charAt(end) != ' ') {
      return true;
    }
    int type = end;
    at = end;
    skipBlanks();
    if (at >= text.length() || text.charAt(at) != '=' || text.startsWith("==", at)) {
      return true;
    }
    at++;
    skipBlanks();
    if (!value() || !quoted) {
      end = type;
      return false;
    }
    return true;
  }

  boolean isSecret(Role role) {
    if (end < text.length() && !quoted && "([{".indexOf(text.charAt(end)) >= 0) {
      return false;
    }
    return switch (role) {
      case KEY_NAME ->
          end - start >= SHORTEST_KEY
              && RandomTextDetector.isValue(text, start, end)
              && RandomTextDetector.isIn(text, start, end);
      case BASIC_NAME -> Base64Text.isUserAndPassword(text, start, end);
      default -> RandomTextDetector.isValue(text, start, end) || isEnvironment(role);
    };
  }

  /// Even a weak password, where a name and a value can be nothing else.
  private boolean isEnvironment(Role role) {
    return role == Role.PASSWORD_NAME
        && !quoted
        && end - start >= SHORTEST_ENV
        && text.charAt(nameEnd) == '='
        && Character.isUpperCase(text.charAt(nameEnd - 1))
        && SecretAlphabet.ALNUM.has(text.charAt(start))
        && hasDigitAndLetter()
        && !RandomTextDetector.isStandIn(text, start, end)
        && text.substring(start, end).indexOf('.') < 0;
  }

  private boolean hasDigitAndLetter() {
    boolean digit = false;
    boolean letter = false;
    for (int i = start; i < end; i++) {
      digit |= Character.isDigit(text.charAt(i));
      letter |= Character.isLetter(text.charAt(i));
    }
    return digit && letter && !RandomTextDetector.isCommon(text.substring(start, end));
  }
}
