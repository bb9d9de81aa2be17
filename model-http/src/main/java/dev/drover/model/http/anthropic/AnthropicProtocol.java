package dev.drover.model.http.anthropic;

import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException.Kind;
import dev.drover.spi.model.ModelRequest;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The Messages API.
public final class AnthropicProtocol implements ProviderProtocol {
  private static final String VERSION = "2023-06-01";

  /// Error types, as documented.
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

  /// The monthly spending limit is reached: it is reported as throttling, but waiting does not
  /// help.
  private static final String SPENT = "enforced_spend_limit_reached";

  /// A prompt over the window has no error type of its own: it is an invalid request like any
  /// other, and only its message says more. Matched from its beginning, for status 400 and that
  /// type alone; if the wording changes, the request counts as refused, which is not retried
  /// either.
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
  public Bytes body(ModelRequest request, ModelTarget target) {
    return new AnthropicRequest(request, target).bytes();
  }

  @Override
  public ReplyReader replyReader(ModelTarget target, Delta.Sink deltas) {
    return new AnthropicReplyReader(this, target.name(), deltas);
  }

  @Override
  public ProviderError error(int status, JsonNode body) {
    var error = body.path("error");
    return new ProviderError(kind(status, error), ProtocolJson.string(error, "message"));
  }

  private static Kind kind(int status, JsonNode error) {
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    if (ProtocolJson.string(error.path("details"), "error_code").equals(SPENT)) {
      return Kind.UNPAID;
    }
    var kind = TYPES.get(ProtocolJson.string(error, "type"));
    if (kind == null) {
      return status == 0 ? Kind.UNAVAILABLE : Kind.of(status);
    }
    // The type of an invalid request is also used for statuses that have no type of their own.
    if (kind == Kind.REFUSED && status != 0 && status != 400) {
      return Kind.of(status);
    }
    return kind == Kind.REFUSED && OVERFLOW.matcher(ProtocolJson.string(error, "message")).matches()
        ? Kind.OVERFLOW
        : kind;
  }
}
