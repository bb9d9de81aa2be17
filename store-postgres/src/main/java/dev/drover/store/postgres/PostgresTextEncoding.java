package dev.drover.store.postgres;

import dev.drover.store.sql.TextEncoding;

/// PostgreSQL texts cannot hold the character U+0000, nor half of a surrogate pair, which Java
/// strings can. Such a character is written as U+0001 and its four hexadecimal digits, and U+0001
/// itself as well, so that every string is read back as it was. Other texts are stored unchanged.
final class PostgresTextEncoding implements TextEncoding {
  private static final char ESCAPE = '\u0001';
  private static final int DIGITS = 4;
  private static final int HEX = 16;

  @Override
  public String encode(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isEscaped(text, i)) {
        return escaped(text);
      }
    }
    return text;
  }

  private static boolean isEscaped(String text, int i) {
    char c = text.charAt(i);
    if (c <= ESCAPE) {
      return true;
    }
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isEscaped(text, i)) {
        escaped.append(ESCAPE).append("%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  @Override
  public String decode(String stored) {
    int escape = stored.indexOf(ESCAPE);
    if (escape < 0) {
      return stored;
    }
    var text = new StringBuilder();
    int from = 0;
    while (escape >= 0) {
      text.append(stored, from, escape);
      from = escape + 1 + DIGITS;
      text.append((char) Integer.parseInt(stored, escape + 1, from, HEX));
      escape = stored.indexOf(ESCAPE, from);
    }
    return text.append(stored, from, stored.length()).toString();
  }
}
