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
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G\\s*,?\\s*([A-Za-z0-9_-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

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
    var each = PARAMETER.matcher(text);
    while (each.find()) {
      var value =
          each.group(2) == null ? each.group(3) : ESCAPE.matcher(each.group(2)).replaceAll("$1");
      found.putIfAbsent(each.group(1).toLowerCase(Locale.ROOT), value);
    }
    return Map.copyOf(found);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }
}
