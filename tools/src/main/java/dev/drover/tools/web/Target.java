package dev.drover.tools.web;

import dev.drover.tools.place.Obstacle;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// An address on the web, in one form only: what a rule judges and what is connected to are the
/// same.
record Target(String scheme, String host, int port, String path) {
  private static final int MAX_LENGTH = 2_048;

  static Target of(String text, WebOptions options) throws Obstacle {
    if (text.length() > MAX_LENGTH) {
      throw new Obstacle("The url is longer than %d characters.".formatted(MAX_LENGTH));
    }
    try {
      return of(new URI(text.strip()), options);
    } catch (URISyntaxException malformed) {
      throw new Obstacle(
          "'%s' is not a url: %s. Give one such as https://example.com/page."
              .formatted(text, malformed.getReason()));
    }
  }

  /// Where a redirect leads.
  Target follow(String location, WebOptions options) throws Obstacle {
    try {
      return of(new URI(toString()).resolve(new URI(location.strip())), options);
    } catch (URISyntaxException malformed) {
      throw new Obstacle("The page redirects to '%s', which is not a url.".formatted(location));
    }
  }

  private static Target of(URI uri, WebOptions options) throws Obstacle {
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!options.schemes().contains(scheme)) {
      throw new Obstacle(
          "'%s' does not begin with %s://, and nothing else is fetched."
              .formatted(uri, String.join(":// or ", options.schemes())));
    }
    if (uri.getRawUserInfo() != null) {
      throw new Obstacle("A url with a user name or password in it is not fetched. Leave it out.");
    }
    var host = hostOf(uri);
    int port = uri.getPort() < 0 ? (scheme.equals("https") ? 443 : 80) : uri.getPort();
    var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new Target(scheme, host, port, path + query);
  }

  private static String hostOf(URI uri) throws Obstacle {
    var authority = uri.getRawAuthority();
    var host = uri.getHost() != null ? uri.getHost() : authority == null ? "" : authority;
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    if (host.isEmpty()) {
      throw new Obstacle("'%s' names no host.".formatted(uri));
    }
    try {
      return host.startsWith("[")
          ? host.toLowerCase(Locale.ROOT)
          : IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException malformed) {
      throw new Obstacle("'%s' is not the name of a host.".formatted(host));
    }
  }

  /// The name without the brackets of an IPv6 address.
  String bareHost() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private boolean isDefaultPort() {
    return port == (scheme.equals("https") ? 443 : 80);
  }

  String authority() {
    return isDefaultPort() ? host : host + ":" + port;
  }

  boolean isOnSameHost(Target other) {
    return scheme.equals(other.scheme) && host.equals(other.host) && port == other.port;
  }

  @Override
  public String toString() {
    return scheme + "://" + authority() + path;
  }
}
