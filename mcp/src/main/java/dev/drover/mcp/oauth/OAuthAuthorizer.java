package dev.drover.mcp.oauth;

import dev.drover.kernel.value.Identity;
import dev.drover.mcp.oauth.MetadataDiscovery.ResourceMetadata;
import dev.drover.mcp.transport.RequestAuthorizer;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Authorization;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The credentials of one connection, which serves one user: headers of the host, and an access
/// token for the resource, from its issuer.
///
/// A refused request leads to a new token at most once at a time: requests that are refused
/// meanwhile wait for it and use it. Safe for use by many threads.
public final class OAuthAuthorizer implements RequestAuthorizer {
  /// How often a server may want more scopes than it was given.
  private static final int MAX_STEP_UPS = 3;

  private final McpServer.Transport.Http server;
  private final Identity caller;
  private final Time time;
  private final MetadataDiscovery discovery;
  private final TokenEndpoint tokens;
  private final @Nullable ClientRegistration registration;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable GrantedToken granted;
  private int stepUps;

  /// A token and where it comes from. It is used for no other issuer and resource.
  private record GrantedToken(
      AccessToken token, ServerMetadata server, OAuthClient client, ResourceMetadata resource) {}

  public OAuthAuthorizer(
      McpServer.Transport.Http server, Identity caller, HttpClient client, Time time) {
    this.server = server;
    this.caller = caller;
    this.time = time;
    var http = new OAuthHttp(client, time);
    this.discovery = new MetadataDiscovery(http, server.uri());
    this.tokens = new TokenEndpoint(http, time);
    this.registration =
        server.authorization() == null
            ? null
            : new ClientRegistration(http, server.authorization());
  }

  @Override
  public Map<String, String> headers() throws IOException, InterruptedException {
    var headers = new HashMap<>(ofHost());
    var current = granted;
    if (current != null && current.token().isExpired(time.now())) {
      current = refreshed(current);
    }
    if (current != null) {
      headers.put("Authorization", "Bearer " + current.token().value());
    }
    return headers;
  }

  private Map<String, String> ofHost() throws IOException, InterruptedException {
    try {
      return Map.copyOf(server.headers().headers(caller));
    } catch (Exception failed) {
      if (failed instanceof InterruptedException stop) {
        throw stop;
      }
      throw new IOException(
          "the host has no headers for this user: " + failed.getMessage(), failed);
    }
  }

  private @Nullable GrantedToken refreshed(GrantedToken old)
      throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      if (old.equals(granted)) {
        granted = old.token().refresh() == null ? null : refresh(old);
      }
      return granted;
    } finally {
      lock.unlock();
    }
  }

  /// @return null if the refresh token is no longer valid, so that the user must be asked
  private @Nullable GrantedToken refresh(GrantedToken old)
      throws IOException, InterruptedException {
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "refresh_token");
    form.put("refresh_token", String.valueOf(old.token().refresh()));
    form.put("resource", old.resource().resource());
    try {
      var token = tokens.request(old.server(), old.client(), form, old.token().scopes());
      return new GrantedToken(token, old.server(), old.client(), old.resource());
    } catch (OAuthException _) {
      return null;
    }
  }

  @Override
  public boolean renew(int status, Map<String, String> sent, List<String> challenges)
      throws IOException, InterruptedException {
    var settings = server.authorization();
    if (settings == null || registration == null) {
      return false;
    }
    var challenge = BearerChallenge.of(challenges);
    boolean stepUp = challenge.parameter("error").filter("insufficient_scope"::equals).isPresent();
    if (status == 403 && !stepUp) {
      return false;
    }
    lock.lockInterruptibly();
    try {
      var current = granted;
      if (current != null
          && !("Bearer " + current.token().value()).equals(sent.get("Authorization"))) {
        return true;
      }
      if (stepUp && ++stepUps > MAX_STEP_UPS) {
        throw new OAuthException(
            "the server wants other scopes again and again; it was given up after %d attempts"
                .formatted(MAX_STEP_UPS));
      }
      granted = renewed(current, challenge, settings, stepUp);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private GrantedToken renewed(
      @Nullable GrantedToken current,
      BearerChallenge challenge,
      Authorization settings,
      boolean stepUp)
      throws IOException, InterruptedException {
    var resource = discovery.resource(challenge);
    if (current != null
        && !stepUp
        && current.token().refresh() != null
        && current.server().issuer().equals(resource.issuer())) {
      var refreshed = refresh(current);
      if (refreshed != null) {
        return refreshed;
      }
    }
    var metadata = discovery.authorizationServer(resource.issuer());
    var client = clientAt(metadata);
    var scopes = scopes(challenge, settings, resource, metadata);
    if (stepUp && current != null) {
      scopes.addAll(current.token().scopes());
    }
    var token =
        settings.consent() == null
            ? ownToken(metadata, client, resource, scopes)
            : userToken(metadata, client, resource, scopes);
    return new GrantedToken(token, metadata, client, resource);
  }

  private OAuthClient clientAt(ServerMetadata metadata) throws IOException, InterruptedException {
    if (registration == null) {
      throw new IllegalStateException("there is no authorization");
    }
    return registration.at(metadata);
  }

  /// Those of the challenge, of the host, or all that the resource knows, in this order.
  private static Set<String> scopes(
      BearerChallenge challenge,
      Authorization settings,
      ResourceMetadata resource,
      ServerMetadata metadata) {
    var scopes = new LinkedHashSet<String>();
    challenge
        .parameter("scope")
        .ifPresent(text -> scopes.addAll(List.of(text.strip().split(" +"))));
    if (scopes.isEmpty()) {
      scopes.addAll(settings.scopes());
    }
    var known = resource.scopes();
    if (scopes.isEmpty() && known != null) {
      scopes.addAll(known);
    }
    var supported = metadata.texts("scopes_supported");
    if (supported != null && supported.contains("offline_access") && settings.consent() != null) {
      // With it, the user is not asked again when the token expires.
      scopes.add("offline_access");
    }
    scopes.remove("");
    return scopes;
  }

  private AccessToken ownToken(
      ServerMetadata metadata, OAuthClient client, ResourceMetadata resource, Set<String> scopes)
      throws IOException, InterruptedException {
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "client_credentials");
    form.put("resource", resource.resource());
    putScopes(form, scopes);
    return tokens.request(metadata, client, form, scopes);
  }

  private AccessToken userToken(
      ServerMetadata metadata, OAuthClient client, ResourceMetadata resource, Set<String> scopes)
      throws IOException, InterruptedException {
    var methods = metadata.texts("code_challenge_methods_supported");
    if (methods == null || !methods.contains("S256")) {
      throw new OAuthException("%s does not support PKCE with S256".formatted(metadata.issuer()));
    }
    var pkce = new PkceVerifier();
    var state = PkceVerifier.unguessable();
    var consent = consent();
    var query = new LinkedHashMap<String, String>();
    query.put("response_type", "code");
    query.put("client_id", client.id());
    query.put("redirect_uri", consent.redirect().toString());
    query.put("state", state);
    query.put("code_challenge", pkce.challenge());
    query.put("code_challenge_method", "S256");
    query.put("resource", resource.resource());
    putScopes(query, scopes);
    var code = code(obtain(metadata, query), state, metadata);
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", consent.redirect().toString());
    form.put("code_verifier", pkce.value());
    form.put("resource", resource.resource());
    return tokens.request(metadata, client, form, scopes);
  }

  private McpServer.UserConsent consent() throws OAuthException {
    var settings = server.authorization();
    if (settings == null || settings.consent() == null) {
      throw new OAuthException("there is nobody who could be asked");
    }
    return settings.consent();
  }

  private URI obtain(ServerMetadata metadata, Map<String, String> query)
      throws IOException, InterruptedException {
    var endpoint = metadata.required("authorization_endpoint").toString();
    var address = endpoint + (endpoint.contains("?") ? "&" : "?") + OAuthHttp.encode(query);
    try {
      return consent().obtain(URI.create(address), caller);
    } catch (Exception failed) {
      if (failed instanceof InterruptedException stop) {
        throw stop;
      }
      throw new OAuthException("the user could not be asked", failed);
    }
  }

  /// Checks the redirect before its code is used: a mixed-up or forged one must not reach the token
  /// endpoint.
  private static String code(URI redirect, String state, ServerMetadata metadata)
      throws OAuthException {
    var answer = query(redirect);
    if (!state.equals(answer.get("state"))) {
      throw new OAuthException("the redirect does not belong to this request");
    }
    var issuer = answer.get("iss");
    boolean promised = metadata.flag("authorization_response_iss_parameter_supported");
    if (promised && issuer == null) {
      throw new OAuthException("the redirect does not name its issuer");
    }
    if (issuer != null && !issuer.equals(metadata.issuer())) {
      throw new OAuthException("the redirect names the issuer '%s'".formatted(issuer));
    }
    var code = answer.get("code");
    if (code == null || code.isEmpty()) {
      throw new OAuthException(
          "the user was not authorized: " + answer.getOrDefault("error", "there is no code"));
    }
    return code;
  }

  private static Map<String, String> query(URI redirect) {
    var all = new HashMap<String, String>();
    var text = redirect.getRawQuery() == null ? "" : redirect.getRawQuery();
    for (var pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        all.putIfAbsent(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
    }
    return all;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return text;
    }
  }

  private static void putScopes(Map<String, String> into, Set<String> scopes) {
    if (!scopes.isEmpty()) {
      into.put("scope", String.join(" ", scopes));
    }
  }
}
