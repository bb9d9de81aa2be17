package dev.drover.mcp.oauth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The `Bearer` challenge of a `WWW-Authenticate` header.
///
/// @param parameters their names are in lower case
record BearerChallenge(Map<String, String> parameters) {
  private static final Pattern SCHEME = Pattern.compile("(?i)(?:^|,)\\s*bearer(?:\\s+|$)");

  static BearerChallenge of(List<String> headers) {
    for (var header : headers) {
      var scheme = SCHEME.matcher(header);
      if (scheme.find()) {
        return new BearerChallenge(parse(header.substring(scheme.end())));
      }
    }
    return new BearerChallenge(Map.of());
  }

  private static Map<String, String> parse(String text) {
    var found = new HashMap<String, String>();
    var reader = new ParameterReader(text);
    for (var name = reader.name(); !name.isEmpty(); name = reader.name()) {
      found.putIfAbsent(name.toLowerCase(Locale.ROOT), reader.value());
    }
    return Map.copyOf(found);
  }

  /// Reads `name=value, name="value"` character by character: the header is a stranger's text, and
  /// a regular expression with alternatives in a loop could take very long for some.
  private static final class ParameterReader {
    private final String text;
    private int at;

    ParameterReader(String text) {
      this.text = text;
    }

    /// @return empty if no further parameter begins here
    String name() {
      skipSpace();
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
        skipSpace();
      }
      int start = at;
      while (at < text.length() && isNamePart(text.charAt(at))) {
        at++;
      }
      var name = text.substring(start, at);
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '=') {
        return "";
      }
      at++;
      skipSpace();
      return name;
    }

    String value() {
      return at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
    }

    private String plain() {
      int start = at;
      while (at < text.length()
          && text.charAt(at) != ','
          && !Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      return text.substring(start, at);
    }

    private String quoted() {
      var value = new StringBuilder();
      at++;
      while (at < text.length() && text.charAt(at) != '"') {
        if (text.charAt(at) == '\\' && at + 1 < text.length()) {
          at++;
        }
        value.append(text.charAt(at++));
      }
      at++;
      return value.toString();
    }

    private void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private static boolean isNamePart(char letter) {
      return letter == '_' || letter == '-' || (letter < 128 && Character.isLetterOrDigit(letter));
    }
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }
}
