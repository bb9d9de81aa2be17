package dev.drover.spi.secret;

import java.util.BitSet;

/// The characters that parts of secrets consist of.
enum SecretAlphabet {
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
  BARE("!#$%*+./0-9:=?@A-Z^_a-z~\\-"),
  /// The same after a space, where no other value follows.
  SETTING("!#$%&*+./0-9:=?@A-Z^_a-z~\\-");

  private static final int ASCII = 128;

  private final String notation;

  // One bit for each ASCII character.
  private final long low;
  private final long high;

  /// @param notation as between the brackets of a regular expression
  SecretAlphabet(String notation) {
    this.notation = notation;
    var members = new BitSet(ASCII);
    for (int at = 0; at < notation.length(); at++) {
      char first = notation.charAt(at);
      if (first == '\\') {
        members.set(notation.charAt(++at));
      } else if (at + 2 < notation.length() && notation.charAt(at + 1) == '-') {
        members.set(first, notation.charAt(at + 2) + 1);
        at += 2;
      } else {
        members.set(first);
      }
    }
    this.low = bits(members, 0);
    this.high = bits(members, Long.SIZE);
  }

  private static long bits(BitSet members, int from) {
    var half = members.get(from, from + Long.SIZE).toLongArray();
    return half.length == 0 ? 0 : half[0];
  }

  boolean has(char c) {
    // A shift uses only the low six bits of its distance.
    return c < ASCII
        ? (((c < Long.SIZE ? low : high) >>> c) & 1) != 0
        : (this == BARE || this == SETTING) && Character.isLetterOrDigit(c);
  }

  /// In a form for people.
  public String notation() {
    return "[" + notation.replace("\\", "") + "]";
  }
}
