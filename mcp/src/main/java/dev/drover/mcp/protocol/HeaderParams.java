package dev.drover.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Parameters of a tool that HTTP repeats in headers, so that servers can route a call without
/// reading its body.
///
/// @param names of parameters, and of their headers without the prefix
record HeaderParams(Map<String, String> names) {
  private static final String KEYWORD = "x-mcp-header";
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  HeaderParams {
    names = Map.copyOf(names);
  }

  /// @throws IllegalArgumentException if the schema names a header that is not allowed
  static HeaderParams of(JsonNode schema) {
    var names = new LinkedHashMap<String, String>();
    var seen = new HashSet<String>();
    for (var property : schema.path("properties").properties()) {
      var header = property.getValue().get(KEYWORD);
      if (header == null) {
        continue;
      }
      var name = header.asString("");
      if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")) {
        throw new IllegalArgumentException(
            "the parameter %s has a header name that is not allowed".formatted(property.getKey()));
      }
      if (!TYPES.contains(property.getValue().path("type").asString(""))) {
        throw new IllegalArgumentException(
            "the parameter %s has a header, which its type does not allow"
                .formatted(property.getKey()));
      }
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("two parameters have the header " + name);
      }
      names.put(property.getKey(), name);
    }
    return new HeaderParams(names);
  }

  Map<String, String> headers(JsonNode arguments) {
    var headers = new HashMap<String, String>();
    names.forEach(
        (param, name) -> {
          var value = arguments.path(param);
          if (value.isString() || value.isIntegralNumber() || value.isBoolean()) {
            headers.put("Mcp-Param-" + name, encode(value.asString()));
          }
        });
    return headers;
  }

  /// Text that a header cannot carry is encoded.
  static String encode(String text) {
    boolean plain =
        text.chars().allMatch(each -> each >= 0x20 && each <= 0x7E)
            && text.equals(text.strip())
            && !text.startsWith("=?base64?");
    return plain
        ? text
        : "=?base64?%s?="
            .formatted(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
}
