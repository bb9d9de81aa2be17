package dev.drover.policy;

/// Escapes any text so that it fits in one line.
final class RuleEscapes {
  private static final String PLAIN = "\\\n\r\t";
  private static final String LETTERS = "\\nrt";

  private RuleEscapes() {}

  static String of(String text) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int known = PLAIN.indexOf(c);
      if (known >= 0) {
        escaped.append('\\').append(LETTERS.charAt(known));
      } else if (Character.isISOControl(c)) {
        escaped.append("\\x%02x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /// @throws IllegalArgumentException naming the rule, if it has an invalid escape
  static String undone(String rule, String escaped) {
    var text = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char message = ++i < escaped.length() ? escaped.charAt(i) : '\0';
      int known = LETTERS.indexOf(message);
      if (known >= 0) {
        text.append(PLAIN.charAt(known));
      } else if (message == 'x' && isHex(escaped, i + 1) && isHex(escaped, i + 2)) {
        text.append((char) Integer.parseInt(escaped.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        throw Rule.malformed(rule, "a backslash in it means nothing");
      }
    }
    return text.toString();
  }

  private static boolean isHex(String text, int at) {
    return at < text.length() && "0123456789abcdef".indexOf(text.charAt(at)) >= 0;
  }
}
