package dev.drover.spi.secret;

import org.jspecify.annotations.Nullable;

/// A text with the escapes of JSON, source code, URLs and HTML decoded, and the origin of each of
/// its characters.
final class EscapedText {
  private static final int HEX = 16;
  private static final String NAMES = "nrtbf\"'/\\";
  private static final String MEANINGS = "\n\r\t\b\f\"'/\\";
  private static final String[][] ENTITIES = {
    {"&quot;", "\""}, {"&amp;", "&"}, {"&#34;", "\""}, {"&#39;", "'"}, {"&#10;", "\n"},
  };

  private final String decoded;

  /// For each character, and for the end, its position in the original text.
  private final int[] origins;

  private EscapedText(String decoded, int[] origins) {
    this.decoded = decoded;
    this.origins = origins;
  }

  String decoded() {
    return decoded;
  }

  /// @param at of a decoded character, or of the end
  int origin(int at) {
    return origins[at];
  }

  /// @return null if there is nothing to decode
  static @Nullable EscapedText of(String text) {
    if (text.indexOf('\\') < 0 && text.indexOf('%') < 0 && text.indexOf('&') < 0) {
      return null;
    }
    var decoded = new StringBuilder(text.length());
    var origins = new int[text.length() + 1];
    for (int at = 0; at < text.length(); ) {
      origins[decoded.length()] = at;
      at += decodeAt(text, at, decoded);
    }
    if (decoded.length() == text.length()) {
      return null;
    }
    origins[decoded.length()] = text.length();
    return new EscapedText(decoded.toString(), origins);
  }

  /// The same for the text after one more decoding.
  @Nullable EscapedText next() {
    var inner = of(decoded);
    if (inner == null) {
      return null;
    }
    var through = new int[inner.decoded.length() + 1];
    for (int i = 0; i < through.length; i++) {
      through[i] = origins[inner.origins[i]];
    }
    return new EscapedText(inner.decoded, through);
  }

  SecretSpan original(SecretSpan span) {
    return new SecretSpan(origins[span.start()], origins[span.end()], span.kind());
  }

  /// @return the number of characters that encode the one that was appended
  private static int decodeAt(String text, int at, StringBuilder decoded) {
    char c = text.charAt(at);
    if (c == '\\' && at + 1 < text.length()) {
      char name = text.charAt(at + 1);
      int known = NAMES.indexOf(name);
      if (known >= 0) {
        decoded.append(MEANINGS.charAt(known));
        return 2;
      }
      if (name == 'u' || name == 'x') {
        return coded(text, at, name == 'u' ? 6 : 4, decoded);
      }
    } else if (c == '%') {
      return coded(text, at, 3, decoded);
    } else if (c == '&') {
      for (var entity : ENTITIES) {
        if (text.startsWith(entity[0], at)) {
          decoded.append(entity[1]);
          return entity[0].length();
        }
      }
    }
    decoded.append(c);
    return 1;
  }

  /// A character by its code.
  private static int coded(String text, int at, int length, StringBuilder decoded) {
    int digits = length == 3 ? at + 1 : at + 2;
    int number = at + length <= text.length() ? 0 : -1;
    for (int i = digits; i < at + length && number >= 0; i++) {
      int digit = Character.digit(text.charAt(i), HEX);
      number = digit < 0 ? -1 : number * HEX + digit;
    }
    boolean text7 =
        (number >= ' ' && number < 0x7f) || number == '\n' || number == '\r' || number == '\t';
    decoded.append(text7 ? (char) number : text.charAt(at));
    return text7 ? length : 1;
  }
}
