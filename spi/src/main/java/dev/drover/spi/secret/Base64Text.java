package dev.drover.spi.secret;

/// Base64 of either alphabet, decoded as far as it is valid.
final class Base64Text {
  private static final int SHORTEST_LINE = 16;
  private static final int SHORTEST_PAIR = 8;
  private static final int LONGEST_PAIR = 256;
  private static final int MOST = 64 * 1024;

  private Base64Text() {}

  /// Each byte as one character.
  static String decode(String text, int from, int to) {
    var plain = new StringBuilder((to - from) * 3 / 4);
    int bits = 0;
    int held = 0;
    for (int at = from; at < to; at++) {
      int value = value(text.charAt(at));
      if (value < 0) {
        break;
      }
      bits = (bits << 6) | value;
      held += 6;
      if (held >= 8) {
        held -= 8;
        plain.append((char) ((bits >> held) & 0xff));
      }
    }
    return plain.toString();
  }

  static boolean isUserAndPassword(String text, int from, int to) {
    if (to - from < SHORTEST_PAIR || to - from > LONGEST_PAIR) {
      return false;
    }
    var plain = decode(text, from, to);
    for (int i = 0; i < plain.length(); i++) {
      if (plain.charAt(i) < ' ' || plain.charAt(i) >= 0x7f) {
        return false;
      }
    }
    return plain.indexOf(':') > 0 && plain.length() >= (to - from) / 4 * 3 - 2;
  }

  private static int value(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return switch (c) {
      case '+', '-' -> 62;
      case '/', '_' -> 63;
      default -> -1;
    };
  }

  /// The end of the text that continues, line by line, after the end of one line.
  static int lastLine(String text, int end) {
    int last = end;
    int limit = Math.min(text.length(), end + MOST);
    while (last < limit) {
      int at = last;
      while (at < limit && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      if (text.startsWith("\\n", at)) {
        at += 2;
      }
      int next = at;
      while (next < limit && SecretAlphabet.PADDED.has(text.charAt(next))) {
        next++;
      }
      if (at == last || next - at < SHORTEST_LINE) {
        break;
      }
      last = next;
    }
    return last;
  }
}
