package dev.drover.spi.secret;

/// Where words begin, also after escapes and colours.
final class WordBoundary {
  private static final int LONGEST_ESCAPE = 12;

  private WordBoundary() {}

  /// Whether the position is not inside a word.
  static boolean isAt(String text, int at) {
    return at == 0 || !SecretAlphabet.ALNUM.has(text.charAt(at - 1)) || endsEscape(text, at);
  }

  /// After `\n`, `%0A`, a character code or a colour a word begins.
  private static boolean endsEscape(String text, int at) {
    char last = text.charAt(at - 1);
    if (at >= 2 && text.charAt(at - 2) == '\\') {
      return "nrtbf".indexOf(last) >= 0;
    }
    if (SecretAlphabet.HEX.has(last)) {
      return (at >= 3 && text.charAt(at - 3) == '%' && SecretAlphabet.HEX.has(text.charAt(at - 2)))
          || (at >= 4 && text.startsWith("\\x", at - 4))
          || (at >= 6 && text.startsWith("\\u", at - 6));
    }
    int bracket = at - 2;
    while (bracket > 0
        && at - bracket < LONGEST_ESCAPE
        && (SecretAlphabet.DIGITS.has(text.charAt(bracket)) || text.charAt(bracket) == ';')) {
      bracket--;
    }
    return bracket > 0
        && text.charAt(bracket) == '['
        && (text.charAt(bracket - 1) == '\u001b' || text.charAt(bracket - 1) == 'b');
  }
}
