package dev.drover.tools.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;

/// Where and how pages may be fetched.
///
/// @param schemes `https`, and `http` where the host wants it
/// @param reachable which addresses may be connected to
/// @param tls makes a connection secret
/// @param timeout for all of one call
/// @param mostBytes of one page; the rest is not read
record WebOptions(
    Set<String> schemes,
    Resolver resolver,
    Predicate<InetAddress> reachable,
    SSLSocketFactory tls,
    Duration timeout,
    int mostBytes) {
  static final WebOptions DEFAULT =
      new WebOptions(
          Set.of("https"),
          PublicAddress::resolve,
          PublicAddress::is,
          (SSLSocketFactory) SSLSocketFactory.getDefault(),
          Duration.ofSeconds(30),
          5 * 1024 * 1024);

  /// Finds the addresses of a name.
  interface Resolver {
    List<InetAddress> resolve(String host) throws UnknownHostException;
  }
}
