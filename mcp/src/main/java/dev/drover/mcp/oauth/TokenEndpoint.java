package dev.drover.mcp.oauth;

import dev.drover.spi.time.Time;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Requests tokens.
final class TokenEndpoint {
  /// A token is replaced a little before it expires.
  private static final long MARGIN_SECONDS = 30;

  private final OAuthHttp http;
  private final Time time;

  TokenEndpoint(OAuthHttp http, Time time) {
    this.http = http;
    this.time = time;
  }

  /// @param scopes that are requested
  AccessToken request(
      ServerMetadata server, OAuthClient client, Map<String, String> grant, Set<String> scopes)
      throws IOException, InterruptedException {
    var form = new HashMap<>(grant);
    var headers = client.authenticate(form);
    var response = http.postForm(server.required("token_endpoint"), form, headers);
    var json = response.json();
    if (!response.isSuccess() || json == null || !json.path("access_token").isString()) {
      throw new OAuthException(
          "%s gave no token: status %d%s"
              .formatted(server.issuer(), response.status(), reason(json)));
    }
    if (!json.path("token_type").asString("Bearer").equalsIgnoreCase("bearer")) {
      throw new OAuthException("%s gave a token of an unknown type".formatted(server.issuer()));
    }
    return token(json, scopes, grant.get("refresh_token"));
  }

  /// Only the code, which the specification lists; a description could repeat a secret.
  private static String reason(@Nullable ObjectNode json) {
    var code = json == null ? "" : json.path("error").asString("");
    return code.matches("[a-z_]{1,60}") ? ", " + code : "";
  }

  private AccessToken token(ObjectNode json, Set<String> asked, @Nullable String oldRefresh) {
    var refresh = json.path("refresh_token").asString("");
    var seconds = json.path("expires_in").asLong(-1);
    Instant expires =
        seconds < 0 ? null : time.now().plusSeconds(Math.max(0, seconds - MARGIN_SECONDS));
    var granted = json.path("scope").asString("");
    return new AccessToken(
        json.path("access_token").asString(),
        refresh.isEmpty() ? oldRefresh : refresh,
        expires,
        granted.isBlank() ? asked : new HashSet<>(List.of(granted.strip().split(" +"))));
  }
}
