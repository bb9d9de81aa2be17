package dev.drover.runtime.policy;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Patterns for addresses: `example.com`, `*.example.com`, `https://example.com:8443/docs/*`.
///
/// A pattern is about the host that would really be called, whatever stands before an `@`, in any
/// spelling. To allow, a pattern without a scheme means https, one without a port the usual port,
/// and an address with a user or with `..` in its path is never allowed by a pattern. To restrict,
/// scheme, port, user and path spelling make no difference.
final class WebPattern {
  private WebPattern() {}

  /// @param host in small letters, in its ASCII form, without a dot at the end
  /// @param plain nothing in the address is there to deceive
  private record Address(String scheme, String host, int port, String path, boolean plain) {}

  static Match match(String pattern, String url) {
    var address = address(url);
    if (address == null) {
      return Match.MAY;
    }
    int scheme = pattern.indexOf("://");
    var rest = scheme < 0 ? pattern : pattern.substring(scheme + 3);
    int slash = rest.indexOf('/');
    var authority = slash < 0 ? rest : rest.substring(0, slash);
    var path = slash < 0 ? "*" : rest.substring(slash);
    int colon = authority.lastIndexOf(':');
    var host = wanted(colon < 0 ? authority : authority.substring(0, colon));
    if (host == null) {
      return Match.MAY;
    }
    if (!Wildcard.matches(host, address.host)) {
      return Match.NO;
    }
    boolean sameScheme = address.scheme.equals(scheme < 0 ? "https" : pattern.substring(0, scheme));
    boolean samePort =
        colon < 0
            ? address.port == usualPort(address.scheme)
            : authority.substring(colon + 1).equals(Integer.toString(address.port));
    boolean samePath = Wildcard.matches(path, address.path);
    return address.plain && sameScheme && samePort && samePath
        ? Match.YES
        : Match.mayIf(samePath || !address.plain);
  }

  /// The host of a pattern, in the form that addresses have; null if it cannot be one, of which
  /// nobody knows what it was to mean.
  private static @Nullable String wanted(String host) {
    try {
      return ascii(host.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException notAHost) {
      return null;
    }
  }

  /// The pattern for all that is on the host of an address, by the same scheme and port; null if it
  /// is not an address that a pattern can allow.
  static @Nullable String host(String url) {
    var address = address(url);
    if (address == null || !address.plain) {
      return null;
    }
    var port = address.port == usualPort(address.scheme) ? "" : ":" + address.port;
    return address.scheme + "://" + address.host + port;
  }

  private static @Nullable Address address(String url) {
    try {
      var uri = new URI(url);
      if (uri.getScheme() == null || uri.getRawAuthority() == null) {
        return null;
      }
      var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      var authority = uri.getRawAuthority();
      var user = authority.lastIndexOf('@');
      var host = uri.getHost() != null ? uri.getHost() : hostIn(authority.substring(user + 1));
      if (host == null) {
        return null;
      }
      var path = uri.getRawPath();
      boolean plain = user < 0 && !path.matches("(?i).*(\\.\\.|//|%2e|%2f|%5c|%00).*");
      int port = uri.getPort() < 0 ? usualPort(scheme) : uri.getPort();
      return new Address(scheme, host(ascii(host), '.'), port, path.isEmpty() ? "/" : path, plain);
    } catch (URISyntaxException | IllegalArgumentException notAnAddress) {
      return null;
    }
  }

  /// A host that is written in other letters than ASCII. One with an escape is a host to some
  /// programs and none to others.
  private static @Nullable String hostIn(String authority) {
    return authority.matches("[^:%\\[\\]]+") ? authority : null;
  }

  private static String host(String name, char dot) {
    var small = name.toLowerCase(Locale.ROOT);
    return small.endsWith(String.valueOf(dot)) ? small.substring(0, small.length() - 1) : small;
  }

  private static String ascii(String host) {
    return host.chars().allMatch(c -> c < 128) ? host : IDN.toASCII(host);
  }

  private static int usualPort(String scheme) {
    return scheme.equals("http") ? 80 : 443;
  }
}
