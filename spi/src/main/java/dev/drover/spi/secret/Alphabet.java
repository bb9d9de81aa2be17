package dev.drover.spi.secret;

/// Characters that the parts of secrets are made of.
enum Alphabet {
  DIGITS("0-9"),
  HEX("0-9a-fA-F"),
  UPPER("A-Z0-9"),
  ALNUM("A-Za-z0-9"),
  WORD("A-Za-z0-9_"),
  DASHED("A-Za-z0-9_\\-"),
  DOTTED("A-Za-z0-9_.\\-"),
  SLASHED("A-Za-z0-9/"),
  BASE64("A-Za-z0-9+/_\\-"),
  PADDED("A-Za-z0-9+/=_\\-"),
  HEADER("A-Za-z0-9+/=._~\\-"),
  PERCENT("A-Za-z0-9+/=_%.\\-"),
  /// A value without quotes, in settings and in code.
  BARE("!#$%*+./0-9:=?@A-Z^_a-z~\\-");

  private static final int ASCII = 128;

  private final boolean[] members = new boolean[ASCII];
  private final String notation;

  /// @param notation as between the brackets of a regular expression
  Alphabet(String notation) {
    this.notation = notation;
    for (int at = 0; at < notation.length(); at++) {
      char first = notation.charAt(at);
      if (first == '\\') {
        members[notation.charAt(++at)] = true;
      } else if (at + 2 < notation.length() && notation.charAt(at + 1) == '-') {
        for (char c = first; c <= notation.charAt(at + 2); c++) {
          members[c] = true;
        }
        at += 2;
      } else {
        members[first] = true;
      }
    }
  }

  boolean has(char c) {
    return c < ASCII ? members[c] : this == BARE && Character.isLetterOrDigit(c);
  }

  /// As a person writes it.
  public String notation() {
    return "[" + notation.replace("\\", "") + "]";
  }
}
