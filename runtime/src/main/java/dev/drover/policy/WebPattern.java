package dev.drover.policy;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Patterns for addresses: `example.com`, `*.example.com`, `https://example.com:8443/docs/*`.
///
/// A pattern matches the host that would actually be called, regardless of text before an `@`, in
/// any spelling. For an allow rule, a pattern without a scheme means https, one without a port
/// means the default port, and an address with a user or with `..` in its path is never allowed by
/// a pattern. For a rule that restricts, scheme, port, user and path spelling make no difference.
final class WebPattern {
  private WebPattern() {}

  /// @param host in lower case, in its ASCII form, without a dot at the end
  /// @param plain whether nothing in the address can deceive a reader
  private record Address(String scheme, String host, int port, String path, boolean plain) {}

  static RuleMatch match(String pattern, String url) {
    var address = address(url);
    if (address == null) {
      return RuleMatch.MAY;
    }
    int scheme = pattern.indexOf("://");
    var rest = scheme < 0 ? pattern : pattern.substring(scheme + 3);
    int slash = rest.indexOf('/');
    var authority = slash < 0 ? rest : rest.substring(0, slash);
    var path = slash < 0 ? "*" : rest.substring(slash);
    int colon = authority.lastIndexOf(':');
    var host = wanted(colon < 0 ? authority : authority.substring(0, colon));
    if (host == null) {
      return RuleMatch.MAY;
    }
    if (!WildcardMatcher.matches(host, address.host)) {
      return RuleMatch.NO;
    }
    boolean sameScheme = address.scheme.equals(scheme < 0 ? "https" : pattern.substring(0, scheme));
    boolean samePort =
        colon < 0
            ? address.port == usualPort(address.scheme)
            : authority.substring(colon + 1).equals(Integer.toString(address.port));
    boolean samePath = WildcardMatcher.matches(path, address.path);
    return address.plain && sameScheme && samePort && samePath
        ? RuleMatch.YES
        : RuleMatch.mayIf(samePath || !address.plain);
  }

  /// The host of a pattern in the form of addresses; null if it is not a valid host, because its
  /// meaning is unclear.
  private static @Nullable String wanted(String host) {
    try {
      return ascii(host.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException notAHost) {
      return null;
    }
  }

  /// The pattern for everything on the host of an address, with the same scheme and port; null if a
  /// pattern cannot allow the address.
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

  /// A host with characters outside of ASCII. A host with an escape is rejected: some programs
  /// accept it and others do not.
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
