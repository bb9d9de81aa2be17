package dev.drover.codec.json;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A position in a JSON text, and the values that can be read from there. It accepts only JSON,
/// with one exception: a skipped string is not checked to be UTF-8.
final class JsonScanner {
  /// The maximum nesting of skipped values, so that no input can exhaust the stack.
  private static final int MAX_DEPTH = 64;

  /// Any number with this many digits fits.
  private static final int SAFE_DIGITS = 18;

  private final byte[] json;
  private int at;

  JsonScanner(byte[] json) {
    this.json = json;
  }

  int at() {
    return at;
  }

  void moveTo(int place) {
    at = place;
  }

  /// Whether this name comes next, exactly as the writer writes it. If so, it is skipped.
  ///
  /// @param inside offset of the first field of the object
  boolean skipsNext(FieldName name, int inside) {
    int from = at;
    if (from != inside) {
      if (from >= json.length || json[from] != ',') {
        return false;
      }
      from++;
    }
    if (!name.isAt(json, from)) {
      return false;
    }
    at = from + name.length();
    return true;
  }

  /// Moves to the name of the next field.
  ///
  /// @return false if there is none, and the object's end is skipped
  boolean skipsToName(int inside) {
    boolean first = at == inside;
    if (skips('}')) {
      return false;
    }
    if (!first) {
      expect(',', "a comma or the end of the object is expected");
    }
    if (!isAt('"')) {
      throw malformed("a field is expected");
    }
    return true;
  }

  /// Skips a name and its colon.
  ///
  /// @return whether it was this name
  boolean skipsName(@Nullable FieldName name) {
    int from = at;
    boolean same = name != null && name.isQuotedAt(json, from);
    boolean plain = skipString();
    if (name != null && !plain) {
      at = from;
      same = string().equals(name.text());
    }
    expect(':', "a colon is expected");
    return same;
  }

  /// Moves to the next element of a list.
  ///
  /// @return false if there is none, and the list's end is skipped
  boolean skipsToElement() {
    boolean first = json[at - 1] == '[';
    if (skips(']')) {
      return false;
    }
    if (!first) {
      expect(',', "a comma or the end of the list is expected");
    }
    return true;
  }

  void skipValue() {
    skipValue(0);
  }

  private void skipValue(int depth) {
    if (depth > MAX_DEPTH) {
      throw malformed("nested too deeply");
    }
    switch (next()) {
      case '{' -> skipObject(depth);
      case '[' -> skipList(depth);
      case '"' -> skipString();
      case 't' -> skipWord("true");
      case 'f' -> skipWord("false");
      case 'n' -> skipWord("null");
      default -> skipNumber();
    }
  }

  private void skipObject(int depth) {
    at++;
    int inside = at;
    while (skipsToName(inside)) {
      skipsName(null);
      skipValue(depth + 1);
    }
  }

  private void skipList(int depth) {
    at++;
    while (skipsToElement()) {
      skipValue(depth + 1);
    }
  }

  private void skipWord(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= json.length || json[at + i] != word.charAt(i)) {
        throw malformed("a value is expected");
      }
    }
    at += word.length();
  }

  private void skipNumber() {
    if (json[at] == '-') {
      at++;
    }
    boolean leadingZero = at < json.length && json[at] == '0';
    if (skipDigits() > 1 && leadingZero) {
      throw malformed("a number has no leading zero");
    }
    if (at < json.length && json[at] == '.') {
      at++;
      skipDigits();
    }
    if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
      at++;
      if (at < json.length && (json[at] == '+' || json[at] == '-')) {
        at++;
      }
      skipDigits();
    }
  }

  private int skipDigits() {
    int from = at;
    at = endOfDigits(from);
    if (at == from) {
      throw malformed("a value is expected");
    }
    return at - from;
  }

  /// @return whether it had no escapes
  private boolean skipString() {
    at++;
    return skipRestOfString();
  }

  private boolean skipRestOfString() {
    boolean plain = true;
    while (at < json.length && json[at] != '"') {
      if (json[at] == '\\') {
        plain = false;
        skipEscape();
      } else if (json[at] >= 0 && json[at] < ' ') {
        throw malformed("a control character stands in a string");
      } else {
        at = endOfPlain(at + 1);
      }
    }
    closeString();
    return plain;
  }

  String string() {
    expect('"', "a string is expected");
    int from = at;
    int to = endOfPlain(from);
    at = to;
    if (to < json.length && json[to] == '"') {
      at++;
      return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
    }
    return skipRestOfString()
        ? JsonString.plain(json, from, at - 1)
        : JsonString.unescaped(json, from, at - 1);
  }

  /// The end of the unescaped part: ASCII without quotes, backslashes and control characters.
  private int endOfPlain(int from) {
    // A reader spends most of its time here, often before this is compiled: hence the locals.
    var text = json;
    int end = text.length;
    int to = from;
    while (to < end) {
      byte c = text[to];
      if (c < ' ' || c == '"' || c == '\\') {
        break;
      }
      to++;
    }
    return to;
  }

  private void closeString() {
    if (at >= json.length) {
      throw malformed("the string has no end");
    }
    at++;
  }

  private void skipEscape() {
    int kind = at + 1 < json.length ? json[at + 1] : 0;
    at += 2;
    switch (kind) {
      case '"', '\\', '/', 'n', 'r', 't', 'b', 'f' -> {}
      case 'u' -> skipHexadecimal();
      default -> throw malformed("no such escape");
    }
  }

  private void skipHexadecimal() {
    for (int i = 0; i < 4; i++) {
      if (at >= json.length || Character.digit(json[at], 16) < 0) {
        throw malformed("four hexadecimal digits are expected");
      }
      at++;
    }
  }

  long number() {
    int from = next() == '-' ? at + 1 : at;
    int to = endOfDigits(from);
    boolean whole = to == json.length || ".eE".indexOf(json[to]) < 0;
    if (to == from || !whole || (to - from > 1 && json[from] == '0')) {
      throw malformed("a whole number is expected");
    }
    long value =
        to - from <= SAFE_DIGITS
            ? (from == at ? decimal(from, to) : -decimal(from, to))
            : large(at, to);
    at = to;
    return value;
  }

  private int endOfDigits(int from) {
    var text = json;
    int to = from;
    while (to < text.length && text[to] >= '0' && text[to] <= '9') {
      to++;
    }
    return to;
  }

  private long decimal(int from, int to) {
    var text = json;
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + text[i] - '0';
    }
    return value;
  }

  private long large(int from, int to) {
    try {
      return Long.parseLong(new String(json, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException _) {
      throw malformed("the number is too large");
    }
  }

  /// A string with a prefix and a number without leading zeros, such as `"e12"`.
  long ordinal(char prefix) {
    expect('"', "a string is expected");
    int from = at + 1;
    int to = endOfDigits(from);
    if (to >= json.length
        || json[to] != '"'
        || json[at] != prefix
        || to == from
        || json[from] == '0') {
      throw malformed("something like " + prefix + "12 is expected");
    }
    long value = to - from <= SAFE_DIGITS ? decimal(from, to) : large(from, to);
    at = to + 1;
    return value;
  }

  Instant instant() {
    expect('"', "a string is expected");
    int from = at;
    at = endOfPlain(from);
    if (at < json.length && json[at] != '"') {
      throw malformed("a point in time is expected");
    }
    closeString();
    try {
      return JsonTimestamps.read(json, from, at - 1);
    } catch (DateTimeException _) {
      throw malformed("a point in time such as 2026-01-01T00:00:00Z is expected");
    }
  }

  /// Only white space may remain.
  void end() {
    skipSpace();
    if (at < json.length) {
      throw malformed("the object has ended and something follows");
    }
  }

  void expect(char c, String otherwise) {
    if (at < json.length && json[at] == c) {
      at++;
    } else if (!skips(c)) {
      throw malformed(otherwise);
    }
  }

  boolean isAt(char c) {
    skipSpace();
    return at < json.length && json[at] == c;
  }

  private boolean skips(char c) {
    if (!isAt(c)) {
      return false;
    }
    at++;
    return true;
  }

  private byte next() {
    skipSpace();
    if (at >= json.length) {
      throw malformed("the text ends too early");
    }
    return json[at];
  }

  private void skipSpace() {
    while (at < json.length
        && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
      at++;
    }
  }

  private MalformedJson malformed(String what) {
    return new MalformedJson(what + ", at byte " + Math.min(at, json.length));
  }
}
