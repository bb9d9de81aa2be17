package dev.drover.model.http;

import dev.drover.model.http.facts.Catalogue;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.wire.Patience;
import dev.drover.spi.model.ModelProvider;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;

/// Builds one provider. Wrong values are refused here, not when a model is asked.
public final class HttpModelsBuilder {
  /// A request says these for itself; they follow from what the model is asked.
  private static final Set<String> OURS =
      Set.of("model", "stream", "messages", "input", "contents", "tools", "system");

  private final Protocol protocol;
  private final Key key;
  private final ModelFacts assumed;
  private final Map<String, String> options = new LinkedHashMap<>();
  private String name;
  private URI baseUrl;
  private boolean keyless;
  private Catalogue catalogue = Catalogue.known();
  private Patience patience = Patience.DEFAULT;

  HttpModelsBuilder(Protocol protocol, String name, String baseUrl, Key key, ModelFacts assumed) {
    this.protocol = protocol;
    this.name = name;
    this.baseUrl = URI.create(baseUrl);
    this.key = key;
    this.assumed = assumed;
  }

  /// Calls it something else, so that two of one kind can stand side by side.
  public HttpModelsBuilder name(String value) {
    if (value.isBlank() || value.contains("/")) {
      throw new IllegalArgumentException(
          "name: a provider's name is not blank and has no slash, unlike '%s'".formatted(value));
    }
    name = value;
    return this;
  }

  /// Where the provider is reached, without the path of its methods.
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

  /// It is not repeated: what somebody typed here by mistake may be a secret.
  private static IllegalArgumentException notAnAddress() {
    return new IllegalArgumentException(
        "baseUrl: must be like https://api.example.com/v1, with http or https and a host");
  }

  /// What is known about models, and so how much they are asked for at most.
  public HttpModelsBuilder catalogue(Catalogue value) {
    catalogue = value;
    return this;
  }

  /// @param connect how long to wait for a connection
  /// @param idle how long a stream may be silent before it counts as broken
  public HttpModelsBuilder timeouts(Duration connect, Duration idle) {
    patience = new Patience(connect, idle);
    return this;
  }

  /// A field that goes into each request as it is, such as how much to think. An object is joined
  /// with what the request has under that name.
  ///
  /// @param json its value
  public HttpModelsBuilder option(String field, String json) {
    if (OURS.contains(field)) {
      throw new IllegalArgumentException(
          "option: '%s' follows from what the model is asked".formatted(field));
    }
    try {
      Json.parse(json);
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
    var endpoint = new Endpoint(name, baseUrl, key, keyless);
    return new HttpProvider(protocol, endpoint, catalogue, assumed, new Made(patience, options));
  }

  /// How requests are made.
  record Made(Patience patience, Map<String, String> options) {
    Made {
      options = new LinkedHashMap<>(options);
    }
  }
}
