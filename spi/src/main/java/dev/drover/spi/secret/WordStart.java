package dev.drover.spi.secret;

/// Where words begin, behind escapes and colours too.
final class WordStart {
  private static final int LONGEST_ESCAPE = 12;

  private WordStart() {}

  /// Whether what begins there is not the rest of a word.
  static boolean isAt(String text, int at) {
    return at == 0 || !Alphabet.ALNUM.has(text.charAt(at - 1)) || endsEscape(text, at);
  }

  /// Behind `\n`, `%0A`, the code of a character or a colour a word begins.
  private static boolean endsEscape(String text, int at) {
    char last = text.charAt(at - 1);
    if (at >= 2 && text.charAt(at - 2) == '\\') {
      return "nrtbf".indexOf(last) >= 0;
    }
    if (Alphabet.HEX.has(last)) {
      return (at >= 3 && text.charAt(at - 3) == '%' && Alphabet.HEX.has(text.charAt(at - 2)))
          || (at >= 4 && text.startsWith("\\x", at - 4))
          || (at >= 6 && text.startsWith("\\u", at - 6));
    }
    int bracket = at - 2;
    while (bracket > 0
        && at - bracket < LONGEST_ESCAPE
        && (Alphabet.DIGITS.has(text.charAt(bracket)) || text.charAt(bracket) == ';')) {
      bracket--;
    }
    return bracket > 0
        && text.charAt(bracket) == '['
        && (text.charAt(bracket - 1) == '\u001b' || text.charAt(bracket - 1) == 'b');
  }
}
