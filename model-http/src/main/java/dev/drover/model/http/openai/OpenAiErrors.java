package dev.drover.model.http.openai;

import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.spi.model.ModelException.Kind;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The errors of OpenAI, by their code, which all compatible servers have copied.
public final class OpenAiErrors {
  private static final Map<String, Kind> CODES =
      Map.ofEntries(
          Map.entry("billing_hard_limit_reached", Kind.UNPAID),
          Map.entry("billing_not_active", Kind.UNPAID),
          Map.entry("context_length_exceeded", Kind.OVERFLOW),
          // The code of the llama.cpp server.
          Map.entry("exceed_context_size_error", Kind.OVERFLOW),
          Map.entry("insufficient_quota", Kind.UNPAID),
          Map.entry("invalid_api_key", Kind.UNAUTHORIZED),
          Map.entry("model_not_found", Kind.NOT_FOUND),
          Map.entry("rate_limit_exceeded", Kind.THROTTLED),
          Map.entry("server_error", Kind.UNAVAILABLE));

  /// Errors in the request: its text, its images, its region.
  private static final Pattern WRONG =
      Pattern.compile("(bio|misalignment)_policy.*|data_residency_mismatch|invalid_.*|image_.*");

  private OpenAiErrors() {}

  /// @param status 0 if it came in the middle of a reply
  /// @param error the object that describes it
  public static ProviderError trouble(int status, JsonNode error) {
    return new ProviderError(kind(status, error), ProtocolJson.string(error, "message"));
  }

  private static Kind kind(int status, JsonNode error) {
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    var known = known(error);
    if (known != null) {
      return known;
    }
    if (status > 0) {
      return Kind.of(status);
    }
    return isWrong(ProtocolJson.string(error, "code")) ? Kind.REFUSED : Kind.UNAVAILABLE;
  }

  private static boolean isWrong(String code) {
    return WRONG.matcher(code).matches() || code.endsWith("_image") || code.contains("_image_");
  }

  private static @Nullable Kind known(JsonNode error) {
    var byCode = CODES.get(ProtocolJson.string(error, "code"));
    return byCode == null ? CODES.get(ProtocolJson.string(error, "type")) : byCode;
  }
}
