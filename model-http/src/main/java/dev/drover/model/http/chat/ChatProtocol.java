package dev.drover.model.http.chat;

import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.openai.OpenAiErrors;
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

/// Chat Completions, in a dialect.
public final class ChatProtocol implements ProviderProtocol {
  /// vLLM, DeepSeek and OpenRouter have no code for a prompt over the window; it is an invalid
  /// request like any other, and only its message says more. Matched for status 400 alone; if the
  /// wording changes, the request counts as refused, which is not retried either.
  private static final Pattern OVERFLOW =
      Pattern.compile(
          "This (model|endpoint)'s maximum context length is \\d+ tokens\\b.*", Pattern.DOTALL);

  private final ChatDialect.Wording wording;

  public ChatProtocol(ChatDialect.Wording wording) {
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
  public Bytes body(ModelRequest request, ModelTarget target) {
    return new ChatRequest(request, target, wording).bytes();
  }

  @Override
  public ReplyReader replyReader(ModelTarget target, Delta.Sink deltas) {
    return new ChatReplyReader(this, wording, target.name(), deltas);
  }

  @Override
  public ProviderError error(int status, JsonNode body) {
    var error = body.path("error");
    if (error.isString()) {
      return new ProviderError(Kind.of(status == 0 ? 500 : status), error.stringValue());
    }
    // Some servers omit the enclosing object.
    var told = error.isObject() ? error : body;
    int meant = status == 0 && isStatus(told) ? told.path("code").intValue() : status;
    var trouble = OpenAiErrors.trouble(meant, told);
    return trouble.kind() == Kind.REFUSED && OVERFLOW.matcher(trouble.message()).matches()
        ? new ProviderError(Kind.OVERFLOW, trouble.message())
        : trouble;
  }

  /// OpenRouter puts the status of the upstream provider where others have a code.
  private static boolean isStatus(JsonNode error) {
    long code = ProtocolJson.count(error, "code");
    return error.path("code").isNumber() && code >= 400 && code < 600;
  }
}
