package dev.drover.model.langchain4j;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelException.Kind;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The failures of one call. Determined by the types of LangChain4j, by a status, and by the code
/// in the body of an error, which LangChain4j keeps as the message of an [HttpException]; never by
/// the wording. LangChain4j does not pass on the delay that a provider requests.
final class LangChain4jFailures {
  private static final int QUOTED = 400;

  /// Codes that are more specific than their status.
  private static final Map<String, Kind> CODES =
      Map.of(
          "billing_error", Kind.UNPAID,
          "billing_hard_limit_reached", Kind.UNPAID,
          "billing_not_active", Kind.UNPAID,
          "context_length_exceeded", Kind.OVERFLOW,
          "exceed_context_size_error", Kind.OVERFLOW,
          "insufficient_quota", Kind.UNPAID,
          "request_too_large", Kind.OVERFLOW);

  private LangChain4jFailures() {}

  /// @throws IllegalStateException if it is not a failure that a model may have
  static ModelException of(String model, Throwable why) {
    for (@Nullable Throwable each = why; each != null; each = each.getCause()) {
      if (each instanceof HttpException http) {
        return failed(model, ofAnswer(http), http, why);
      }
    }
    for (@Nullable Throwable each = why; each != null; each = each.getCause()) {
      var kind = ofType(each);
      if (kind != null) {
        return failed(model, kind, each, why);
      }
    }
    throw new IllegalStateException("the chat model of %s broke".formatted(model), why);
  }

  static ModelException brokeOff(String model) {
    return failed(model, Kind.BROKEN, "ended its reply without a reason", null);
  }

  static ModelException silent(String model, Duration idle) {
    return failed(model, Kind.BROKEN, "said nothing for %d ms".formatted(idle.toMillis()), null);
  }

  private static ModelException failed(String model, Kind kind, Throwable said, Throwable why) {
    // Some providers show a part of a rejected key: the kind is sufficient.
    var words = kind == Kind.UNAUTHORIZED ? "" : quoted(said);
    return failed(model, kind, words.isEmpty() ? "failed" : "failed: " + words, why);
  }

  private static ModelException failed(
      String model, Kind kind, String what, @Nullable Throwable cause) {
    var problem = new Problem(kind.code(), kind.title(), model + " " + what, remedy(kind));
    return new ModelException(new Failure(problem, kind.retry(Duration.ZERO)), cause);
  }

  private static String remedy(Kind kind) {
    return switch (kind) {
      case UNAUTHORIZED -> "Build the chat model with a valid key that may use this model.";
      case NOT_FOUND ->
          "Check the model's name and the base URL with which the chat model was built.";
      case UNAVAILABLE, THROTTLED, BROKEN, UNPAID, OVERFLOW, REFUSED, UNREADABLE -> kind.remedy();
    };
  }

  private static @Nullable Kind ofType(Throwable why) {
    return switch (why) {
      case RateLimitException _ -> Kind.THROTTLED;
      case AuthenticationException _ -> Kind.UNAUTHORIZED;
      case ModelNotFoundException _ -> Kind.NOT_FOUND;
      // A server that is not found now may be reachable in a minute.
      case UnresolvedModelServerException _ -> Kind.UNAVAILABLE;
      case RetriableException _ -> Kind.UNAVAILABLE;
      case NonRetriableException _, UnsupportedFeatureException _ -> Kind.REFUSED;
      case IOException _ -> Kind.UNAVAILABLE;
      default -> null;
    };
  }

  private static Kind ofAnswer(HttpException answer) {
    var known = answer.statusCode() >= 500 ? null : CODES.get(code(answer));
    return known == null ? Kind.of(answer.statusCode()) : known;
  }

  private static String code(HttpException answer) {
    var body = answer.getMessage() == null ? "" : answer.getMessage();
    var error = LangChain4jJson.tryParse(body).path("error");
    var code = error.path("code").asString("");
    return CODES.containsKey(code) ? code : error.path("type").asString("");
  }

  private static String quoted(Throwable why) {
    var line = why.getMessage() == null ? "" : why.getMessage().replaceAll("\\s+", " ").strip();
    return line.codePointCount(0, line.length()) <= QUOTED
        ? line
        : line.substring(0, line.offsetByCodePoints(0, QUOTED)) + "…";
  }
}
