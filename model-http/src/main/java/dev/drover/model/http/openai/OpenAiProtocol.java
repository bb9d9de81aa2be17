package dev.drover.model.http.openai;

import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelRequest;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The Responses API.
public final class OpenAiProtocol implements ProviderProtocol {
  @Override
  public String path(String model) {
    return "/responses";
  }

  @Override
  public Map<String, String> headers(String key) {
    return Map.of("authorization", "Bearer " + key);
  }

  @Override
  public Bytes body(ModelRequest request, ModelTarget target) {
    return new OpenAiRequest(request, target).bytes();
  }

  @Override
  public ReplyReader replyReader(ModelTarget target, Delta.Sink deltas) {
    return new OpenAiReplyReader(target.name(), deltas);
  }

  @Override
  public ProviderError error(int status, JsonNode body) {
    return OpenAiErrors.trouble(status, body.path("error"));
  }
}
