package dev.drover.model.http;

import dev.drover.spi.model.Account;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Where a provider is, and on whose account it is asked. For use by many threads.
///
/// Of the key it keeps a digest, made at first use: two models on one key share one quota, and a
/// key that is renewed under way is still the same account.
final class Endpoint {
  private final String name;
  private final URI baseUrl;
  private final Key key;
  private final boolean keyless;
  private volatile @Nullable Account account;

  Endpoint(String name, URI baseUrl, Key key, boolean keyless) {
    this.name = name;
    this.baseUrl = baseUrl;
    this.key = key;
    this.keyless = keyless;
  }

  String name() {
    return name;
  }

  URI at(String path) {
    return URI.create(baseUrl + path);
  }

  /// @return empty if there is none, which is fine if none is needed
  String secret() {
    return key.reveal().strip();
  }

  /// Where a person keeps the key; empty if that is not known.
  String keyPlace() {
    return key.place();
  }

  URI baseUrl() {
    return baseUrl;
  }

  /// A server on this machine, which its user can start.
  boolean isOnThisMachine() {
    var host = baseUrl.getHost();
    return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  boolean needsKey() {
    return !keyless;
  }

  Account account() {
    var known = account;
    if (known == null) {
      known = Account.of(name, baseUrl.toString(), secret());
      account = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return name + " at " + baseUrl;
  }
}
