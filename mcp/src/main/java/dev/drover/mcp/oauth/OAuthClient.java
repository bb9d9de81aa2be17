package dev.drover.mcp.oauth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How this client is known to an authorization server.
///
/// @param secret null for a public client
/// @param method how it proves itself at the token endpoint: `none`, `client_secret_basic` or
///   `client_secret_post`
record OAuthClient(String id, @Nullable String secret, String method) {

  /// @param supported the methods that the server supports; null if it does not say
  static OAuthClient of(String id, @Nullable String secret, @Nullable List<String> supported) {
    if (secret == null) {
      return new OAuthClient(id, null, "none");
    }
    boolean post =
        supported != null
            && !supported.contains("client_secret_basic")
            && supported.contains("client_secret_post");
    return new OAuthClient(id, secret, post ? "client_secret_post" : "client_secret_basic");
  }

  /// Adds the credentials to a form.
  ///
  /// @return the headers of the request
  Map<String, String> authenticate(Map<String, String> form) {
    if (secret != null && method.equals("client_secret_basic")) {
      var pair = OAuthHttp.encode(id) + ":" + OAuthHttp.encode(secret);
      var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
      return Map.of("Authorization", "Basic " + encoded);
    }
    form.put("client_id", id);
    if (secret != null && method.equals("client_secret_post")) {
      form.put("client_secret", secret);
    }
    return new HashMap<>();
  }

  @Override
  public String toString() {
    return "OAuthClient[id=%s, method=%s]".formatted(id, method);
  }
}
