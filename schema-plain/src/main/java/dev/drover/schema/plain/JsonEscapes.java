package dev.drover.schema.plain;

import java.util.HexFormat;

/// Escapes in a string.
final class JsonEscapes {
  private static final int HEX_DIGITS = 4;

  private JsonEscapes() {}

  /// The end of the escape that begins here.
  static int end(JsonTokenReader tokens, String json, int backslash) {
    int kind = backslash + 1;
    return switch (kind < json.length() ? json.charAt(kind) : 0) {
      case '"', '\\', '/', 'n', 'r', 't', 'b', 'f' -> kind + 1;
      case 'u' -> {
        for (int i = kind + 1; i <= kind + HEX_DIGITS; i++) {
          if (i >= json.length() || !HexFormat.isHexDigit(json.charAt(i))) {
            throw tokens.broken("expected four hexadecimal digits after \\u", backslash);
          }
        }
        yield kind + 1 + HEX_DIGITS;
      }
      default -> throw tokens.broken("there is no such escape in a string", backslash);
    };
  }

  /// The decoded text, whose escapes have been checked.
  static String resolved(String json, int from, int to) {
    var text = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      char c = json.charAt(i++);
      if (c != '\\') {
        text.append(c);
      } else if (json.charAt(i) == 'u') {
        text.append((char) HexFormat.fromHexDigits(json, i + 1, i + 1 + HEX_DIGITS));
        i += 1 + HEX_DIGITS;
      } else {
        text.append(meaning(json.charAt(i++)));
      }
    }
    return text.toString();
  }

  private static char meaning(char escaped) {
    return switch (escaped) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> escaped;
    };
  }
}
