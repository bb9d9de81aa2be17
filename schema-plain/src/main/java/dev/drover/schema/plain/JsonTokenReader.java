package dev.drover.schema.plain;

import java.util.Arrays;
import java.util.List;

/// Reads a JSON text token by token, directly from the string. It accepts only JSON.
///
/// A string is created only on request, as a substring of the text if it has no escapes; [#place]
/// compares a name without creating one. Duplicate names in an object are valid JSON: the caller
/// must detect them, and can report them with [#broken].
///
/// Nesting deeper than [#MAX_DEPTH] and numbers longer than [#MAX_DIGITS] are refused, so that no
/// text can exhaust the stack or the processor. Methods that advance throw [InvalidJson].
///
/// For one thread.
public final class JsonTokenReader {
  public static final int MAX_DEPTH = 500;
  public static final int MAX_DIGITS = 1_000;

  private static final int FIRST_DEPTH = 8;
  private static final int LONGEST_WORD = 20;

  private final String json;

  /// The offset up to which the text has been read.
  private int at;

  private JsonToken token = JsonToken.END;
  private boolean begun;

  /// The start of the token.
  private int start;

  /// The start and end of its text, inside the quotes.
  private int from;

  private int to;
  private boolean escaped;

  private int depth;

  /// By depth, whether it is an object and not an array.
  private boolean[] inObject = new boolean[FIRST_DEPTH];

  public JsonTokenReader(String json) {
    this.json = json;
  }

  /// Advances to the next token. At the end of the text, and initially, it is [JsonToken#END].
  public JsonToken next() {
    if (depth > 0) {
      token = inObject[depth - 1] ? nextOfObject() : nextOfArray();
    } else if (isAtEnd()) {
      token = JsonToken.END;
    } else if (begun) {
      throw broken("something follows the JSON value", at);
    } else {
      begun = true;
      token = value();
    }
    return token;
  }

  private JsonToken nextOfObject() {
    if (token == JsonToken.NAME) {
      expect(':', "expected ':' after the name of a property");
      return value();
    }
    if (isAt('}')) {
      return closed(JsonToken.END_OBJECT);
    }
    if (token != JsonToken.OBJECT) {
      expect(',', "expected ',' or '}'");
    }
    if (!isAt('"')) {
      throw unexpected("expected a name in double quotes");
    }
    string();
    return JsonToken.NAME;
  }

  private JsonToken nextOfArray() {
    if (isAt(']')) {
      return closed(JsonToken.END_ARRAY);
    }
    if (token != JsonToken.ARRAY) {
      expect(',', "expected ',' or ']'");
    }
    return value();
  }

  /// The current token.
  public JsonToken token() {
    return token;
  }

  /// Whether only white space remains.
  public boolean isAtEnd() {
    skipSpace();
    return at == json.length();
  }

  /// Advances to the end of the current object or array; does nothing for other tokens.
  public void skip() {
    int outside = depth - 1;
    if (token == JsonToken.OBJECT || token == JsonToken.ARRAY) {
      while (depth > outside) {
        next();
      }
    }
  }

  /// The start of the token.
  public int start() {
    return start;
  }

  /// The text from there to the current position.
  public String since(int start) {
    return json.substring(start, at);
  }

  /// The name, the string, or the number as written.
  public String text() {
    return escaped ? JsonEscapes.resolved(json, from, to) : json.substring(from, to);
  }

  /// Whether the name, the string or the number as written equals this text.
  public boolean isText(String text) {
    return escaped
        ? text().equals(text)
        : to - from == text.length() && json.startsWith(text, from);
  }

  /// The index of the current name in the list.
  ///
  /// @param guess the likely index; the size of the list is valid too
  /// @return negative if it is not in the list
  public int place(List<String> names, int guess) {
    if (guess < names.size() && isText(names.get(guess))) {
      return guess;
    }
    if (escaped) {
      return names.indexOf(text());
    }
    for (int i = 0; i < names.size(); i++) {
      if (isText(names.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /// The whole number.
  ///
  /// @throws NumberFormatException if it is larger than a long, or is not whole
  public long number() {
    return Long.parseLong(json, from, to, 10);
  }

  /// An error in the text at this position.
  ///
  /// @param place such as [#start]
  public InvalidJson broken(String what, int place) {
    int line = 1;
    int begin = 0;
    for (int i = json.indexOf('\n'); i >= 0 && i < place; i = json.indexOf('\n', begin)) {
      line++;
      begin = i + 1;
    }
    return new InvalidJson("%s (line %d, column %d)".formatted(what, line, place - begin + 1));
  }

  private JsonToken value() {
    skipSpace();
    start = at;
    return switch (at < json.length() ? json.charAt(at) : 0) {
      case '{' -> opened(JsonToken.OBJECT);
      case '[' -> opened(JsonToken.ARRAY);
      case '"' -> {
        string();
        yield JsonToken.STRING;
      }
      case 't' -> word("true", JsonToken.TRUE);
      case 'f' -> word("false", JsonToken.FALSE);
      case 'n' -> word("null", JsonToken.NULL);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> numeral();
      default -> throw unexpected("expected a value");
    };
  }

  private JsonToken opened(JsonToken kind) {
    if (depth == MAX_DEPTH) {
      throw broken("nested deeper than " + MAX_DEPTH, at);
    }
    if (depth == inObject.length) {
      inObject = Arrays.copyOf(inObject, depth * 2);
    }
    inObject[depth++] = kind == JsonToken.OBJECT;
    at++;
    return kind;
  }

  private JsonToken closed(JsonToken kind) {
    start = at++;
    depth--;
    return kind;
  }

  private JsonToken word(String word, JsonToken kind) {
    if (!json.startsWith(word, at)) {
      throw unexpected("expected a value");
    }
    from = at;
    at += word.length();
    to = at;
    escaped = false;
    return kind;
  }

  private void string() {
    start = at;
    from = at + 1;
    escaped = false;
    int i = from;
    while (i < json.length() && json.charAt(i) != '"') {
      char c = json.charAt(i);
      if (c == '\\') {
        escaped = true;
        i = JsonEscapes.end(this, json, i);
      } else if (c < ' ') {
        throw broken("a control character stands in a string; write it as an escape", i);
      } else {
        i++;
      }
    }
    if (i == json.length()) {
      throw broken("the string has no end", start);
    }
    to = i;
    at = i + 1;
  }

  private JsonToken numeral() {
    from = at;
    escaped = false;
    at = at + (json.charAt(at) == '-' ? 1 : 0);
    boolean zero = at < json.length() && json.charAt(at) == '0';
    if (digits() > 1 && zero) {
      throw broken("a number has no leading zero", from);
    }
    var kind = JsonToken.WHOLE;
    if (skips('.')) {
      digits();
      kind = JsonToken.DECIMAL;
    }
    if (skips('e') || skips('E')) {
      if (!skips('+')) {
        skips('-');
      }
      digits();
      kind = JsonToken.DECIMAL;
    }
    to = at;
    if (to - from > MAX_DIGITS) {
      throw broken("a number has at most " + MAX_DIGITS + " characters", from);
    }
    return kind;
  }

  private int digits() {
    int first = at;
    while (at < json.length() && json.charAt(at) >= '0' && json.charAt(at) <= '9') {
      at++;
    }
    if (at == first) {
      throw unexpected("expected a digit");
    }
    return at - first;
  }

  private boolean skips(char c) {
    if (at < json.length() && json.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c, String otherwise) {
    if (!isAt(c)) {
      throw unexpected(otherwise);
    }
    at++;
  }

  private boolean isAt(char c) {
    skipSpace();
    return at < json.length() && json.charAt(at) == c;
  }

  private void skipSpace() {
    while (at < json.length() && isSpace(json.charAt(at))) {
      at++;
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private InvalidJson unexpected(String expected) {
    if (at == json.length()) {
      return broken(expected + ", got the end of the text", at);
    }
    int end = at;
    while (end < json.length()
        && end - at < LONGEST_WORD
        && Character.isLetterOrDigit(json.charAt(end))) {
      end++;
    }
    // A code point that is not a letter is kept whole, even if it is a surrogate pair.
    var got = json.substring(at, end > at ? end : json.offsetByCodePoints(at, 1));
    return broken("%s, got %s".formatted(expected, got), at);
  }
}
