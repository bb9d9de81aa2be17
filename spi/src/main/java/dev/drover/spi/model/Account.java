package dev.drover.spi.model;

import dev.drover.kernel.NullChecks;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import java.net.URI;
import java.util.Locale;

/// Whom a provider counts requests for. Models with the same account share one quota: when one of
/// them is throttled, all of them wait.
///
/// Holds no secret and may be shown to anybody: of the key it has a digest, and of the URL neither
/// a user nor a query.
///
/// @param provider such as `anthropic`
/// @param baseUrl where the provider is reached; empty if there is only one place
/// @param key what tells one key from another, see [#of]; empty if there is only one
public record Account(String provider, String baseUrl, String key) {
  private static final int DIGEST = 16;

  public Account {
    NullChecks.nonNull(provider, "Account.provider");
    NullChecks.nonNull(baseUrl, "Account.baseUrl");
    NullChecks.nonNull(key, "Account.key");
    if (provider.isBlank()) {
      throw new IllegalArgumentException("an account has a provider");
    }
    // Made for every call of a model that says nothing about its account: no pattern here.
    if (!key.isEmpty() && !isDigest(key)) {
      throw new IllegalArgumentException(
          "an account has the digest of a key, never the key: use Account.of");
    }
    baseUrl = baseUrl.isEmpty() ? "" : normal(baseUrl);
  }

  /// @param secret the key itself, of which only a digest is kept
  public static Account of(String provider, String baseUrl, String secret) {
    return new Account(provider, baseUrl, digest(secret));
  }

  /// The account of a model that says nothing about it: shared by those with the same name.
  public static Account ofModel(String name) {
    return new Account(name, "", "");
  }

  private static boolean isDigest(String key) {
    return key.length() == DIGEST
        && key.chars()
            .allMatch(each -> (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f'));
  }

  private static String digest(String secret) {
    return secret.isEmpty() ? "" : Blobs.nameOf(Bytes.of(secret)).sha256().substring(0, DIGEST);
  }

  /// One place has one spelling.
  private static String normal(String url) {
    var uri = URI.create(url);
    var scheme = uri.getScheme();
    var host = uri.getHost();
    if (scheme == null || host == null) {
      throw new IllegalArgumentException("a base URL is like https://api.example.com/v1");
    }
    var port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    var path = uri.getRawPath().replaceFirst("(?<!/)/+$", "");
    return (scheme + "://" + host).toLowerCase(Locale.ROOT) + port + path;
  }

  /// For people: what is known of it, without the empty parts.
  @Override
  public String toString() {
    var words = new StringBuilder(provider);
    if (!baseUrl.isEmpty()) {
      words.append(" at ").append(baseUrl);
    }
    if (!key.isEmpty()) {
      words.append(" with key #").append(key);
    }
    return words.toString();
  }
}
