package dev.drover.mcp.oauth;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Finds the authorization server of a protected resource, by the well-known addresses.
final class MetadataDiscovery {
  private final OAuthHttp http;
  private final URI server;

  MetadataDiscovery(OAuthHttp http, URI server) {
    this.http = http;
    this.server = server;
  }

  /// What a resource says about itself.
  ///
  /// @param resource its name, for which tokens are requested
  /// @param scopes null if it does not say
  record ResourceMetadata(String resource, String issuer, @Nullable List<String> scopes) {}

  /// @throws OAuthException if the document is about another resource
  ResourceMetadata resource(BearerChallenge challenge) throws IOException, InterruptedException {
    for (var place : resourcePlaces(challenge)) {
      var response = http.get(place);
      if (response.isSuccess() && response.json() != null) {
        return read(response.json());
      }
    }
    // Servers of the first revision are their own authorization servers.
    return new ResourceMetadata(server.toString(), origin(server), null);
  }

  private List<URI> resourcePlaces(BearerChallenge challenge) throws OAuthException {
    var named = challenge.parameter("resource_metadata");
    if (named.isPresent()) {
      return List.of(
          ServerMetadata.address(named.get())
              .orElseThrow(() -> new OAuthException("resource_metadata is no address")));
    }
    var places = new ArrayList<URI>();
    var root = origin(server) + "/.well-known/oauth-protected-resource";
    if (!path(server).isEmpty()) {
      places.add(URI.create(root + path(server)));
    }
    places.add(URI.create(root));
    return places;
  }

  private ResourceMetadata read(ObjectNode json) throws OAuthException {
    var resource = json.path("resource").asString(server.toString());
    if (!covers(resource)) {
      throw new OAuthException(
          "the metadata is about the resource %s, not about %s".formatted(resource, server));
    }
    var servers = ServerMetadata.texts(json.get("authorization_servers"));
    var issuer = servers == null || servers.isEmpty() ? origin(server) : servers.getFirst();
    return new ResourceMetadata(
        resource, issuer, ServerMetadata.texts(json.get("scopes_supported")));
  }

  /// A resource may be the server itself, or a part of its address above it.
  private boolean covers(String resource) {
    return ServerMetadata.address(resource)
        .filter(uri -> origin(uri).equals(origin(server)))
        .filter(uri -> path(uri).isEmpty() || (path(server) + "/").startsWith(path(uri) + "/"))
        .isPresent();
  }

  /// @throws OAuthException if there is none, or it is about another issuer
  ServerMetadata authorizationServer(String issuer) throws IOException, InterruptedException {
    var uri =
        ServerMetadata.address(issuer)
            .orElseThrow(() -> new OAuthException("the issuer is no address: " + issuer));
    for (var place : serverPlaces(uri)) {
      var response = http.get(place);
      if (response.isSuccess() && response.json() != null) {
        var metadata = new ServerMetadata(issuer, response.json());
        var named = response.json().path("issuer").asString("");
        if (!named.equals(issuer)) {
          throw new OAuthException(
              "the metadata at %s is about the issuer '%s', not about '%s'"
                  .formatted(place, named, issuer));
        }
        return metadata;
      }
    }
    throw new OAuthException("there is no metadata of the authorization server " + issuer);
  }

  private static List<URI> serverPlaces(URI issuer) {
    var origin = origin(issuer);
    var path = path(issuer);
    var places = new ArrayList<URI>();
    places.add(URI.create(origin + "/.well-known/oauth-authorization-server" + path));
    places.add(URI.create(origin + "/.well-known/openid-configuration" + path));
    if (!path.isEmpty()) {
      places.add(URI.create(origin + path + "/.well-known/openid-configuration"));
    }
    return places;
  }

  private static String origin(URI uri) {
    var port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return (uri.getScheme() + "://" + uri.getHost() + port).toLowerCase(Locale.ROOT);
  }

  private static String path(URI uri) {
    var path = Objects.requireNonNullElse(uri.getRawPath(), "");
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
