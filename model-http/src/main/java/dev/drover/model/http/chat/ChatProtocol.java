package dev.drover.model.http.chat;

import dev.drover.model.http.facts.Dialect;
import dev.drover.model.http.openai.OpenAiErrors;
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

/// Speaks Chat Completions, in the words of a dialect.
public final class ChatProtocol implements Protocol {
  /// vLLM, DeepSeek and OpenRouter have no code for a prompt over the window; it is a wrong request
  /// like any other, and only its message says more. Matched for status 400 alone; if the words
  /// change, the request counts as refused, which is not retried either.
  private static final Pattern OVERFLOW =
      Pattern.compile(
          "This (model|endpoint)'s maximum context length is \\d+ tokens\\b.*", Pattern.DOTALL);

  private final Dialect.Wording wording;

  public ChatProtocol(Dialect.Wording wording) {
    this.wording = wording;
  }

  @Override
  public String path(String model) {
    return "/chat/completions";
  }

  @Override
  public Map<String, String> headers(String key) {
    return key.isEmpty() ? Map.of() : Map.of("authorization", "Bearer " + key);
  }

  @Override
  public Bytes body(ModelRequest request, Target target) {
    return new ChatRequest(request, target, wording).bytes();
  }

  @Override
  public Reading reading(Target target, DeltaSink deltas) {
    return new ChatReading(this, wording, target.name(), deltas);
  }

  @Override
  public Trouble trouble(int status, JsonNode body) {
    var error = body.path("error");
    if (error.isString()) {
      return new Trouble(Kind.of(status == 0 ? 500 : status), error.stringValue());
    }
    // Some servers leave the object around it away.
    var told = error.isObject() ? error : body;
    int meant = status == 0 && isStatus(told) ? told.path("code").intValue() : status;
    var trouble = OpenAiErrors.trouble(meant, told);
    return trouble.kind() == Kind.REFUSED && OVERFLOW.matcher(trouble.said()).matches()
        ? new Trouble(Kind.OVERFLOW, trouble.said())
        : trouble;
  }

  /// OpenRouter gives the status of the provider behind it where others have a word.
  private static boolean isStatus(JsonNode error) {
    long code = Json.count(error, "code");
    return error.path("code").isNumber() && code >= 400 && code < 600;
  }
}
