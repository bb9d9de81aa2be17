package dev.drover.mcp.oauth;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.spi.mcp.McpServer.Authorization;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Makes this client known to an authorization server: by the id that the host has, by the address
/// of its metadata document, or by registering.
final class ClientRegistration {
  private final OAuthHttp http;
  private final Authorization settings;

  /// By issuer. An id is never used at another issuer than the one that gave it.
  private final Map<String, OAuthClient> registered = new ConcurrentHashMap<>();

  ClientRegistration(OAuthHttp http, Authorization settings) {
    this.http = http;
    this.settings = settings;
  }

  OAuthClient at(ServerMetadata server) throws IOException, InterruptedException {
    var methods = server.texts("token_endpoint_auth_methods_supported");
    if (settings.clientId() != null) {
      return OAuthClient.of(settings.clientId(), settings.clientSecret(), methods);
    }
    var document = settings.clientMetadata();
    if (document != null && server.flag("client_id_metadata_document_supported")) {
      return OAuthClient.of(document.toString(), null, methods);
    }
    var known = registered.get(server.issuer());
    if (known == null) {
      known = register(server, methods);
      registered.put(server.issuer(), known);
    }
    return known;
  }

  private OAuthClient register(ServerMetadata server, @Nullable List<String> methods)
      throws IOException, InterruptedException {
    var endpoint =
        server
            .endpoint("registration_endpoint")
            .orElseThrow(
                () ->
                    new OAuthException(
                        "%s does not let clients register; set the client id that it gave you"
                            .formatted(server.issuer())));
    var consent = settings.consent();
    if (consent == null) {
      throw new OAuthException("there is nobody who could be asked; set a client id");
    }
    var response = http.post(endpoint, description(consent.redirect(), methods));
    var json = response.json();
    if (!response.isSuccess() || json == null || !json.path("client_id").isString()) {
      throw new OAuthException(
          "%s refused to register this client, with status %d"
              .formatted(server.issuer(), response.status()));
    }
    var secret = json.path("client_secret").asString("");
    var method = json.path("token_endpoint_auth_method").asString("");
    var client =
        OAuthClient.of(
            json.path("client_id").asString(), secret.isEmpty() ? null : secret, methods);
    if (methods != null && methods.equals(List.of("none")) && method.isEmpty()) {
      return new OAuthClient(client.id(), null, "none");
    }
    return method.isEmpty() ? client : new OAuthClient(client.id(), client.secret(), method);
  }

  private static tools.jackson.databind.node.ObjectNode description(
      URI redirect, @Nullable List<String> methods) {
    var json = RpcJson.object();
    json.put("client_name", "Drover");
    json.set("redirect_uris", RpcJson.array().add(redirect.toString()));
    json.set("grant_types", RpcJson.array().add("authorization_code").add("refresh_token"));
    json.set("response_types", RpcJson.array().add("code"));
    json.put("token_endpoint_auth_method", wanted(methods));
    json.put("application_type", isOfThisMachine(redirect) ? "native" : "web");
    return json;
  }

  private static String wanted(@Nullable List<String> methods) {
    return methods == null || methods.isEmpty() || methods.contains("none")
        ? "none"
        : methods.getFirst();
  }

  private static boolean isOfThisMachine(URI redirect) {
    var host = redirect.getHost();
    return host == null || host.equals("localhost") || host.startsWith("127.");
  }
}
