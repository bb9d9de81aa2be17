package dev.drover.model.http;

import dev.drover.model.http.facts.ModelCatalogue;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.transport.HttpTimeouts;
import dev.drover.spi.model.ModelProvider;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;

/// Builds one provider. Invalid values are rejected here, not when a model is called.
public final class HttpModelsBuilder {
  /// Fields that are derived from the model request.
  private static final Set<String> OURS =
      Set.of("model", "stream", "messages", "input", "contents", "tools", "system");

  private final ProviderProtocol protocol;
  private final ApiKeySource key;
  private final ModelFacts assumed;
  private final Map<String, String> options = new LinkedHashMap<>();
  private String name;
  private URI baseUrl;
  private boolean keyless;
  private ModelCatalogue catalogue = ModelCatalogue.known();
  private HttpTimeouts patience = HttpTimeouts.DEFAULT;

  HttpModelsBuilder(
      ProviderProtocol protocol,
      String name,
      String baseUrl,
      ApiKeySource key,
      ModelFacts assumed) {
    this.protocol = protocol;
    this.name = name;
    this.baseUrl = URI.create(baseUrl);
    this.key = key;
    this.assumed = assumed;
  }

  /// Renames the provider, so that two of one kind can be used together.
  public HttpModelsBuilder name(String value) {
    if (value.isBlank() || value.contains("/")) {
      throw new IllegalArgumentException(
          "name: a provider's name is not blank and has no slash, unlike '%s'".formatted(value));
    }
    name = value;
    return this;
  }

  /// The address of the provider, without the path of its methods.
  public HttpModelsBuilder baseUrl(String value) {
    URI uri;
    try {
      uri = URI.create(value.strip().replaceFirst("(?<!/)/+$", ""));
    } catch (IllegalArgumentException malformed) {
      throw notAnAddress();
    }
    var scheme = uri.getScheme();
    if (scheme == null || !scheme.matches("https?") || uri.getHost() == null) {
      throw notAnAddress();
    }
    if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
      throw new IllegalArgumentException(
          "baseUrl: has only a host and a path; a key does not go into it");
    }
    baseUrl = uri;
    return this;
  }

  /// The value is not repeated: it may be a secret that was entered by mistake.
  private static IllegalArgumentException notAnAddress() {
    return new IllegalArgumentException(
        "baseUrl: must be like https://api.example.com/v1, with http or https and a host");
  }

  /// The known facts about models, which determine the limit on a reply.
  public HttpModelsBuilder catalogue(ModelCatalogue value) {
    catalogue = value;
    return this;
  }

  /// @param connect how long to wait for a connection
  /// @param idle how long a stream may be silent before it counts as broken
  public HttpModelsBuilder timeouts(Duration connect, Duration idle) {
    patience = new HttpTimeouts(connect, idle);
    return this;
  }

  /// A field that is added to each request as it is, such as the reasoning effort. An object is
  /// merged with the object that the request has under that name.
  ///
  /// @param json its value
  public HttpModelsBuilder option(String field, String json) {
    if (OURS.contains(field)) {
      throw new IllegalArgumentException(
          "option: '%s' follows from what the model is asked".formatted(field));
    }
    try {
      ProtocolJson.parse(json);
    } catch (JacksonException malformed) {
      throw new IllegalArgumentException(
          "option: the value of '%s' is not JSON: %s"
              .formatted(field, malformed.getOriginalMessage()),
          malformed);
    }
    options.put(field, json);
    return this;
  }

  HttpModelsBuilder keyless() {
    keyless = true;
    return this;
  }

  public ModelProvider build() {
    var endpoint = new ProviderEndpoint(name, baseUrl, key, keyless);
    return new HttpProvider(protocol, endpoint, catalogue, assumed, new Made(patience, options));
  }

  /// How requests are made.
  record Made(HttpTimeouts patience, Map<String, String> options) {
    Made {
      options = new LinkedHashMap<>(options);
    }
  }
}
