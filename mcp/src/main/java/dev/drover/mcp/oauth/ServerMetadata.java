package dev.drover.mcp.oauth;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The description of an authorization server.
///
/// @param issuer as the protected resource named it
record ServerMetadata(String issuer, ObjectNode json) {

  Optional<URI> endpoint(String field) {
    return address(json.path(field).asString(""));
  }

  URI required(String field) throws OAuthException {
    return endpoint(field)
        .orElseThrow(
            () -> new OAuthException("the metadata of %s has no %s".formatted(issuer, field)));
  }

  boolean flag(String field) {
    return json.path(field).asBoolean(false);
  }

  /// @return null if the field is missing
  @Nullable List<String> texts(String field) {
    return texts(json.get(field));
  }

  static @Nullable List<String> texts(@Nullable JsonNode node) {
    if (node == null || !node.isArray()) {
      return null;
    }
    var all = new ArrayList<String>();
    node.forEach(each -> all.add(each.asString("")));
    return all;
  }

  static Optional<URI> address(String text) {
    try {
      var uri = URI.create(text);
      return uri.isAbsolute() && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
