package dev.drover.tools.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;

/// Which pages may be fetched, and how.
///
/// @param schemes `https`, and `http` if the host allows it
/// @param reachable which addresses may be connected to
/// @param tls encrypts a connection
/// @param timeout of one call as a whole
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
          PublicAddressCheck::resolve,
          PublicAddressCheck::isPublic,
          (SSLSocketFactory) SSLSocketFactory.getDefault(),
          Duration.ofSeconds(30),
          5 * 1024 * 1024);

  /// Resolves a host name.
  interface Resolver {
    List<InetAddress> resolve(String host) throws UnknownHostException;
  }
}
