package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.Problem;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// Refuses calls that a web page of another origin makes in the browser of a user.
///
/// The name in `Host` comes first, for every method: a page whose name was changed to point to this
/// machine sends an `Origin` that equals its `Host`, so comparing these two is not enough. A call
/// without `Origin` comes from a program or from a page of the same origin.
public final class OriginGuard implements CallHandler {
  /// The names of this machine to itself.
  public static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final int MISDIRECTED = 421;
  private static final int FORBIDDEN = 403;

  private final Set<String> hosts;
  private final Set<String> origins;
  private final CallHandler next;

  /// @param hosts the names, without ports, under which the server is called
  /// @param origins of pages that may call it although they are not served by it, such as
  ///   `https://console.example`
  public OriginGuard(Set<String> hosts, Set<String> origins, CallHandler next) {
    this.hosts = lowerCase(hosts);
    this.origins = lowerCase(origins);
    this.next = nonNull(next, "next");
  }

  private static Set<String> lowerCase(Set<String> names) {
    return names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public HttpReply handle(HttpCall call) throws CallRefusedException, InterruptedException {
    var host = requireKnownHost(call.headers());
    requireKnownOrigin(call.headers(), host);
    return next.handle(call);
  }

  private String requireKnownHost(HeaderFields headers) throws CallRefusedException {
    var sent = headers.all("Host");
    var host = sent.size() == 1 ? sent.getFirst().toLowerCase(Locale.ROOT) : "";
    if (!hosts.contains(withoutPort(host))) {
      throw new CallRefusedException(
          MISDIRECTED,
          new Problem(
              "host_unknown",
              "Wrong host",
              "this server is not called '%s'".formatted(host),
              "Call it by a name that it was started with, or add this one to its hosts."));
    }
    return host;
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    boolean isPort = colon > host.lastIndexOf(']');
    return isPort ? host.substring(0, colon) : host;
  }

  private void requireKnownOrigin(HeaderFields headers, String host) throws CallRefusedException {
    var sent = headers.all("Origin");
    for (var origin : sent) {
      var lower = origin.toLowerCase(Locale.ROOT);
      boolean isOwn = lower.equals("http://" + host) || lower.equals("https://" + host);
      if (!isOwn && !origins.contains(lower)) {
        throw foreign("the page '%s' may not call this server".formatted(origin));
      }
    }
    var site = headers.first("Sec-Fetch-Site").orElse("none").toLowerCase(Locale.ROOT);
    if (sent.isEmpty() && !site.equals("none") && !site.equals("same-origin")) {
      throw foreign("a page of another site may not call this server");
    }
  }

  private static CallRefusedException foreign(String what) {
    return new CallRefusedException(
        FORBIDDEN,
        new Problem(
            "origin_unknown",
            "Foreign page",
            what,
            "Call it from a program, or add the page's origin to those of the server."));
  }
}
