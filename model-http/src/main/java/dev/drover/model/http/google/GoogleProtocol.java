package dev.drover.model.http.google;

import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.model.http.protocol.RetryAfterHeader;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException.Kind;
import dev.drover.spi.model.ModelRequest;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The `streamGenerateContent` API.
public final class GoogleProtocol implements ProviderProtocol {
  /// The canonical codes of Google's services.
  private static final Map<String, Kind> STATUSES =
      Map.ofEntries(
          Map.entry("ABORTED", Kind.UNAVAILABLE),
          Map.entry("CANCELLED", Kind.UNAVAILABLE),
          Map.entry("DEADLINE_EXCEEDED", Kind.UNAVAILABLE),
          Map.entry("FAILED_PRECONDITION", Kind.REFUSED),
          Map.entry("INTERNAL", Kind.UNAVAILABLE),
          Map.entry("INVALID_ARGUMENT", Kind.REFUSED),
          Map.entry("NOT_FOUND", Kind.NOT_FOUND),
          Map.entry("PERMISSION_DENIED", Kind.UNAUTHORIZED),
          Map.entry("RESOURCE_EXHAUSTED", Kind.THROTTLED),
          Map.entry("UNAUTHENTICATED", Kind.UNAUTHORIZED),
          Map.entry("UNAVAILABLE", Kind.UNAVAILABLE));

  /// Reasons that are more specific than their code.
  private static final Map<String, Kind> REASONS =
      Map.of(
          "API_KEY_INVALID", Kind.UNAUTHORIZED,
          "API_KEY_SERVICE_BLOCKED", Kind.UNAUTHORIZED,
          "BILLING_DISABLED", Kind.UNPAID);

  /// A prompt over the window is an invalid argument like any other, and only its message says
  /// more. Matched from its beginning, for that code alone; if the wording changes, the request
  /// counts as refused, which is not retried either.
  private static final Pattern OVERFLOW =
      Pattern.compile(
          "The input token count (\\(\\d+\\) )?exceeds the maximum number of tokens allowed\\b.*",
          Pattern.DOTALL);

  @Override
  public String path(String model) {
    return "/models/" + model + ":streamGenerateContent?alt=sse";
  }

  @Override
  public Map<String, String> headers(String key) {
    return Map.of("x-goog-api-key", key);
  }

  @Override
  public Bytes body(ModelRequest request, ModelTarget target) {
    return new GoogleRequest(request, target).bytes();
  }

  @Override
  public ReplyReader replyReader(ModelTarget target, Delta.Sink deltas) {
    return new GoogleReplyReader(this, target.name(), deltas);
  }

  @Override
  public ProviderError error(int status, JsonNode body) {
    // Without a stream, an error is the only element of a list.
    var error = body.isArray() ? body.path(0).path("error") : body.path("error");
    var said = ProtocolJson.string(error, "message");
    var after = Duration.ZERO;
    var kind = kind(status, error, said);
    for (var detail : error.path("details")) {
      kind = REASONS.getOrDefault(ProtocolJson.string(detail, "reason"), kind);
      var delay = RetryAfterHeader.span(ProtocolJson.string(detail, "retryDelay"));
      after = delay.isZero() ? after : delay;
    }
    return new ProviderError(kind, said, after);
  }

  private static Kind kind(int status, JsonNode error, String said) {
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    var kind = STATUSES.get(ProtocolJson.string(error, "status"));
    if (kind == null) {
      return status == 0 ? Kind.UNAVAILABLE : Kind.of(status);
    }
    return kind == Kind.REFUSED && OVERFLOW.matcher(said).matches() ? Kind.OVERFLOW : kind;
  }
}
