package dev.drover.model.http;

import dev.drover.spi.model.ProviderKey;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The address of a provider, and the key for its requests. Safe for use by many threads.
///
/// A digest of the key is kept, computed at first use: two models with one key share one quota, and
/// a key that is renewed later still counts as the same provider key.
final class ProviderEndpoint {
  private final String name;
  private final URI baseUrl;
  private final ApiKeySource key;
  private final boolean keyless;
  private volatile @Nullable ProviderKey account;

  ProviderEndpoint(String name, URI baseUrl, ApiKeySource key, boolean keyless) {
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

  /// @return empty if there is none, which is allowed if none is needed
  String secret() {
    return key.reveal().strip();
  }

  /// Where a person stores the key; empty if unknown.
  String keyPlace() {
    return key.place();
  }

  URI baseUrl() {
    return baseUrl;
  }

  /// A local server, which its user can start.
  boolean isOnThisMachine() {
    var host = baseUrl.getHost();
    return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  boolean needsKey() {
    return !keyless;
  }

  ProviderKey account() {
    var known = account;
    if (known == null) {
      known = ProviderKey.of(name, baseUrl.toString(), secret());
      account = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return name + " at " + baseUrl;
  }
}
