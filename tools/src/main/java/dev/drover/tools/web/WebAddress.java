package dev.drover.tools.web;

import dev.drover.tools.workspace.ToolRefusal;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// A web address in a normalized form: the address that rules judge is the one that is connected
/// to.
record WebAddress(String scheme, String host, int port, String path) {
  private static final int MAX_LENGTH = 2_048;

  static WebAddress of(String text, WebOptions options) throws ToolRefusal {
    if (text.length() > MAX_LENGTH) {
      throw new ToolRefusal("The url is longer than %d characters.".formatted(MAX_LENGTH));
    }
    try {
      return of(new URI(text.strip()), options);
    } catch (URISyntaxException malformed) {
      throw new ToolRefusal(
          "'%s' is not a url: %s. Give one such as https://example.com/page."
              .formatted(text, malformed.getReason()));
    }
  }

  /// The target of a redirect.
  WebAddress follow(String location, WebOptions options) throws ToolRefusal {
    try {
      return of(new URI(toString()).resolve(new URI(location.strip())), options);
    } catch (URISyntaxException malformed) {
      throw new ToolRefusal("The page redirects to '%s', which is not a url.".formatted(location));
    }
  }

  private static WebAddress of(URI uri, WebOptions options) throws ToolRefusal {
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!options.schemes().contains(scheme)) {
      throw new ToolRefusal(
          "'%s' does not begin with %s://, and nothing else is fetched."
              .formatted(uri, String.join(":// or ", options.schemes())));
    }
    if (uri.getRawUserInfo() != null) {
      throw new ToolRefusal(
          "A url with a user name or password in it is not fetched. Leave it out.");
    }
    var host = hostOf(uri);
    int port = uri.getPort() < 0 ? (scheme.equals("https") ? 443 : 80) : uri.getPort();
    var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new WebAddress(scheme, host, port, path + query);
  }

  private static String hostOf(URI uri) throws ToolRefusal {
    var authority = uri.getRawAuthority();
    var host = uri.getHost() != null ? uri.getHost() : authority == null ? "" : authority;
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    if (host.isEmpty()) {
      throw new ToolRefusal("'%s' names no host.".formatted(uri));
    }
    try {
      return host.startsWith("[")
          ? host.toLowerCase(Locale.ROOT)
          : IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException malformed) {
      throw new ToolRefusal("'%s' is not the name of a host.".formatted(host));
    }
  }

  /// The host without the brackets of an IPv6 address.
  String bareHost() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private boolean isDefaultPort() {
    return port == (scheme.equals("https") ? 443 : 80);
  }

  String authority() {
    return isDefaultPort() ? host : host + ":" + port;
  }

  boolean isOnSameHost(WebAddress other) {
    return scheme.equals(other.scheme) && host.equals(other.host) && port == other.port;
  }

  @Override
  public String toString() {
    return scheme + "://" + authority() + path;
  }
}
