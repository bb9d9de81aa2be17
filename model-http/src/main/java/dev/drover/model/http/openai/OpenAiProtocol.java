package dev.drover.model.http.openai;

import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.Target;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Bytes;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Speaks the Responses API.
public final class OpenAiProtocol implements Protocol {
  @Override
  public String path(String model) {
    return "/responses";
  }

  @Override
  public Map<String, String> headers(String key) {
    return Map.of("authorization", "Bearer " + key);
  }

  @Override
  public Bytes body(ModelRequest request, Target target) {
    return new OpenAiRequest(request, target).bytes();
  }

  @Override
  public Reading reading(Target target, DeltaSink deltas) {
    return new OpenAiReading(target.name(), deltas);
  }

  @Override
  public Trouble trouble(int status, JsonNode body) {
    return OpenAiErrors.trouble(status, body.path("error"));
  }
}
