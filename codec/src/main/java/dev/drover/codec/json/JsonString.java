package dev.drover.codec.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Decodes the content between two quotes.
final class JsonString {
  private JsonString() {}

  /// @param from the start of a text without escapes
  static String plain(byte[] json, int from, int to) {
    var text = new String(json, from, to - from, StandardCharsets.UTF_8);
    // The decoder's replacement for invalid bytes; it may also occur in the text itself.
    if (text.indexOf('\ufffd') >= 0) {
      var again = text.getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(json, from, to, again, 0, again.length)) {
        throw new MalformedJson("the string is not UTF-8, after byte " + from);
      }
    }
    return text;
  }

  /// @param from the start of a text whose escapes have been checked
  static String unescaped(byte[] json, int from, int to) {
    var chars = new char[to - from];
    int length = 0;
    int at = from;
    while (at < to) {
      byte c = json[at];
      if (c == '\\') {
        chars[length++] = escaped(json, at);
        at += json[at + 1] == 'u' ? 6 : 2;
      } else if (c >= 0) {
        chars[length++] = (char) c;
        at++;
      } else {
        int end = endOfNotAscii(json, at, to);
        var text = plain(json, at, end);
        text.getChars(0, text.length(), chars, length);
        length += text.length();
        at = end;
      }
    }
    return new String(chars, 0, length);
  }

  private static int endOfNotAscii(byte[] json, int from, int to) {
    int end = from;
    while (end < to && json[end] < 0) {
      end++;
    }
    return end;
  }

  private static char escaped(byte[] json, int at) {
    return switch (json[at + 1]) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> hexadecimal(json, at + 2);
      default -> (char) json[at + 1];
    };
  }

  private static char hexadecimal(byte[] json, int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      value = value * 16 + Character.digit(json[i], 16);
    }
    return (char) value;
  }
}
