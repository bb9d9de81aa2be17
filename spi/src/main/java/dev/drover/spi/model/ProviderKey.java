package dev.drover.spi.model;

import dev.drover.kernel.check.NullChecks;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import java.net.URI;
import java.util.Locale;

/// The key under which a provider counts requests. Models with the same key share one quota: when
/// one of them is throttled, all of them wait.
///
/// Contains no secret and may be shown to anyone: the API key is kept only as a digest, and the URL
/// without user and query.
///
/// @param provider such as `anthropic`
/// @param baseUrl address of the provider; empty if there is only one
/// @param key distinguishes API keys, see [#of]; empty if there is only one
public record ProviderKey(String provider, String baseUrl, String key) {
  private static final int DIGEST = 16;

  public ProviderKey {
    NullChecks.nonNull(provider, "ProviderKey.provider");
    NullChecks.nonNull(baseUrl, "ProviderKey.baseUrl");
    NullChecks.nonNull(key, "ProviderKey.key");
    if (provider.isBlank()) {
      throw new IllegalArgumentException("a provider key needs a provider");
    }
    // Checked for every call of a model that has the default key: no regular expression here.
    if (!key.isEmpty() && !isDigest(key)) {
      throw new IllegalArgumentException(
          "a provider key holds the digest of an API key, never the key: use ProviderKey.of");
    }
    baseUrl = baseUrl.isEmpty() ? "" : normal(baseUrl);
  }

  /// @param secret the API key, of which only a digest is kept
  public static ProviderKey of(String provider, String baseUrl, String secret) {
    return new ProviderKey(provider, baseUrl, digest(secret));
  }

  /// The default key of a model: shared by all models with the same name.
  public static ProviderKey ofModel(String name) {
    return new ProviderKey(name, "", "");
  }

  private static boolean isDigest(String key) {
    return key.length() == DIGEST
        && key.chars()
            .allMatch(each -> (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f'));
  }

  private static String digest(String secret) {
    return secret.isEmpty() ? "" : Blobs.idOf(Bytes.of(secret)).sha256().substring(0, DIGEST);
  }

  /// Equivalent URLs are spelled alike.
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

  /// For people: the parts that are known.
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
