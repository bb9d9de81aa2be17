package dev.drover.model.http.google;

import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.RetryAfter;
import dev.drover.model.http.protocol.Target;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Trouble.Kind;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Bytes;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Speaks `streamGenerateContent`.
public final class GoogleProtocol implements Protocol {
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

  /// Reasons that say more than the code they come with.
  private static final Map<String, Kind> REASONS =
      Map.of(
          "API_KEY_INVALID", Kind.UNAUTHORIZED,
          "API_KEY_SERVICE_BLOCKED", Kind.UNAUTHORIZED,
          "BILLING_DISABLED", Kind.UNPAID);

  /// A prompt over the window is an invalid argument like any other, and only its message says
  /// more. Matched from its beginning, for that code alone; if the words change, the request counts
  /// as refused, which is not retried either.
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
  public Bytes body(ModelRequest request, Target target) {
    return new GoogleRequest(request, target).bytes();
  }

  @Override
  public Reading reading(Target target, DeltaSink deltas) {
    return new GoogleReading(this, target.name(), deltas);
  }

  @Override
  public Trouble trouble(int status, JsonNode body) {
    // Without a stream an error is the one element of a list.
    var error = body.isArray() ? body.path(0).path("error") : body.path("error");
    var said = Json.string(error, "message");
    var after = Duration.ZERO;
    var kind = kind(status, error, said);
    for (var detail : error.path("details")) {
      kind = REASONS.getOrDefault(Json.string(detail, "reason"), kind);
      var delay = RetryAfter.span(Json.string(detail, "retryDelay"));
      after = delay.isZero() ? after : delay;
    }
    return new Trouble(kind, said, after);
  }

  private static Kind kind(int status, JsonNode error, String said) {
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    var kind = STATUSES.get(Json.string(error, "status"));
    if (kind == null) {
      return status == 0 ? Kind.UNAVAILABLE : Kind.of(status);
    }
    return kind == Kind.REFUSED && OVERFLOW.matcher(said).matches() ? Kind.OVERFLOW : kind;
  }
}
