package dev.drover.runtime.json;

import java.util.Arrays;
import java.util.List;

/// Reads a JSON text token by token, straight from the string. It accepts JSON and nothing else.
///
/// A string is made only when somebody asks for it, and is a piece of the text where it has no
/// escapes; [#place] compares a name without making one. A name that an object has twice is JSON:
/// whoever reads the object must notice it, and can say so with [#broken].
///
/// What is nested deeper than [#MAX_DEPTH] and numbers longer than [#MAX_DIGITS] are refused, so
/// that no text can exhaust the stack or the processor. Methods that read on throw [NotJson].
///
/// For one thread.
public final class JsonTokens {
  public static final int MAX_DEPTH = 500;
  public static final int MAX_DIGITS = 1_000;

  private static final int FIRST_DEPTH = 8;
  private static final int LONGEST_WORD = 20;

  private final String json;

  /// Up to where the text has been read.
  private int at;

  private JsonToken token = JsonToken.END;
  private boolean begun;

  /// Where the token begins.
  private int start;

  /// Where its text begins and ends, which is inside of the quotes.
  private int from;

  private int to;
  private boolean escaped;

  private int depth;

  /// By depth, whether it is an object and not an array.
  private boolean[] inObject = new boolean[FIRST_DEPTH];

  public JsonTokens(String json) {
    this.json = json;
  }

  /// Goes to the next token. Where nothing is left it is [JsonToken#END], also at first.
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

  /// The token at which reading stands.
  public JsonToken token() {
    return token;
  }

  /// Whether nothing but white space is left.
  public boolean isAtEnd() {
    skipSpace();
    return at == json.length();
  }

  /// Goes to the end of the object or the array that has begun; of everything else it is there.
  public void skip() {
    int outside = depth - 1;
    if (token == JsonToken.OBJECT || token == JsonToken.ARRAY) {
      while (depth > outside) {
        next();
      }
    }
  }

  /// Where the token begins.
  public int start() {
    return start;
  }

  /// The text from there to where reading stands.
  public String since(int start) {
    return json.substring(start, at);
  }

  /// The name, the string, or the number as it is written.
  public String text() {
    return escaped ? Escapes.resolved(json, from, to) : json.substring(from, to);
  }

  /// Whether that is the name, the string or the number as it is written.
  public boolean isText(String text) {
    return escaped
        ? text().equals(text)
        : to - from == text.length() && json.startsWith(text, from);
  }

  /// Which of the names this one is.
  ///
  /// @param guess where it probably is; one past the last is a guess too
  /// @return below zero if it is none of them
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

  /// What is wrong with the text, and where.
  ///
  /// @param place such as [#start]
  public NotJson broken(String what, int place) {
    int line = 1;
    int begin = 0;
    for (int i = json.indexOf('\n'); i >= 0 && i < place; i = json.indexOf('\n', begin)) {
      line++;
      begin = i + 1;
    }
    return new NotJson("%s (line %d, column %d)".formatted(what, line, place - begin + 1));
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
        i = Escapes.end(this, json, i);
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

  private NotJson unexpected(String expected) {
    if (at == json.length()) {
      return broken(expected + ", got the end of the text", at);
    }
    int end = at;
    while (end < json.length()
        && end - at < LONGEST_WORD
        && Character.isLetterOrDigit(json.charAt(end))) {
      end++;
    }
    // Whole, where it is no letter and one of a pair.
    var got = json.substring(at, end > at ? end : json.offsetByCodePoints(at, 1));
    return broken("%s, got %s".formatted(expected, got), at);
  }
}
