package dev.drover.model.http.anthropic;

import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.Target;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Trouble.Kind;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Bytes;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Speaks the Messages API.
public final class AnthropicProtocol implements Protocol {
  private static final String VERSION = "2023-06-01";

  /// What the documentation says an error's type means.
  private static final Map<String, Kind> TYPES =
      Map.ofEntries(
          Map.entry("api_error", Kind.UNAVAILABLE),
          Map.entry("authentication_error", Kind.UNAUTHORIZED),
          Map.entry("billing_error", Kind.UNPAID),
          Map.entry("conflict_error", Kind.UNAVAILABLE),
          Map.entry("invalid_request_error", Kind.REFUSED),
          Map.entry("not_found_error", Kind.NOT_FOUND),
          Map.entry("overloaded_error", Kind.UNAVAILABLE),
          Map.entry("permission_error", Kind.UNAUTHORIZED),
          Map.entry("rate_limit_error", Kind.THROTTLED),
          Map.entry("request_too_large", Kind.OVERFLOW),
          Map.entry("timeout_error", Kind.UNAVAILABLE));

  /// A month's money is spent: it comes as a throttling, and no wait ends it.
  private static final String SPENT = "enforced_spend_limit_reached";

  /// A prompt over the window has no type of its own: it is an invalid request like any other, and
  /// only its message says more. Matched from its beginning, for status 400 and that type alone; if
  /// the words change, the request counts as refused, which is not retried either.
  private static final Pattern OVERFLOW =
      Pattern.compile(
          "prompt is too long\\b.*|input length and `max_tokens` exceed context limit\\b.*",
          Pattern.DOTALL);

  @Override
  public String path(String model) {
    return "/v1/messages";
  }

  @Override
  public Map<String, String> headers(String key) {
    return Map.of("x-api-key", key, "anthropic-version", VERSION);
  }

  @Override
  public Bytes body(ModelRequest request, Target target) {
    return new AnthropicRequest(request, target).bytes();
  }

  @Override
  public Reading reading(Target target, DeltaSink deltas) {
    return new AnthropicReading(this, target.name(), deltas);
  }

  @Override
  public Trouble trouble(int status, JsonNode body) {
    var error = body.path("error");
    return new Trouble(kind(status, error), Json.string(error, "message"));
  }

  private static Kind kind(int status, JsonNode error) {
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    if (Json.string(error.path("details"), "error_code").equals(SPENT)) {
      return Kind.UNPAID;
    }
    var kind = TYPES.get(Json.string(error, "type"));
    if (kind == null) {
      return status == 0 ? Kind.UNAVAILABLE : Kind.of(status);
    }
    // The type of a wrong request is also used for statuses that have no type of their own.
    if (kind == Kind.REFUSED && status != 0 && status != 400) {
      return Kind.of(status);
    }
    return kind == Kind.REFUSED && OVERFLOW.matcher(Json.string(error, "message")).matches()
        ? Kind.OVERFLOW
        : kind;
  }
}
