package dev.drover.model.http.anthropic;

import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Usage;
import dev.drover.model.http.protocol.Draft;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.SseEvent;
import dev.drover.spi.model.DeltaSink;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One reply. Its blocks come one after the other, each with a beginning, pieces and an end.
///
/// A thought goes back as it came or not at all, signature included; so the whole block is sealed,
/// words and all, beside the words that people read.
final class AnthropicReading implements Reading {
  private final AnthropicProtocol protocol;
  private final Draft draft;
  private final Map<String, Begun> blocks = new HashMap<>();
  private Usage usage = Usage.NONE;
  private String stop = "";
  private boolean whole;

  /// A block that has begun, and what came of a thought since.
  private record Begun(ObjectNode block, StringBuilder thinking, StringBuilder signature) {
    Begun(ObjectNode block) {
      this(
          block,
          new StringBuilder(Json.string(block, "thinking")),
          new StringBuilder(Json.string(block, "signature")));
    }
  }

  AnthropicReading(AnthropicProtocol protocol, String model, DeltaSink deltas) {
    this.protocol = protocol;
    this.draft = new Draft(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws Troubled {
    var data = Json.data(event.data());
    var place = data.path("index").asString("");
    switch (Json.string(data, "type")) {
      case "message_start" -> count(data.path("message").path("usage"));
      case "content_block_start" -> begin(place, data.path("content_block"));
      case "content_block_delta" -> more(place, data.path("delta"));
      case "content_block_stop" -> end(place);
      case "message_delta" -> {
        stop = Json.string(data.path("delta"), "stop_reason");
        count(data.path("usage"));
      }
      case "message_stop" -> whole = true;
      case "error" -> throw new Troubled(protocol.trouble(0, data));
      // Pings, and whatever may be added: the documentation asks to let it pass.
      default -> {}
    }
    return whole;
  }

  private void begin(String place, JsonNode block) {
    if (!(block instanceof ObjectNode object)
        || blocks.putIfAbsent(place, new Begun(object)) != null) {
      return;
    }
    switch (Json.string(block, "type")) {
      case "text" -> draft.say(Json.string(block, "text"));
      case "thinking" -> draft.think(place, Json.string(block, "thinking"));
      case "redacted_thinking" -> draft.sealThought(place, Json.text(block));
      case "tool_use" -> draft.call(place, Json.string(block, "id"), Json.string(block, "name"));
      default -> {}
    }
  }

  private void more(String place, JsonNode delta) throws Troubled {
    var begun = blocks.get(place);
    if (begun == null) {
      throw Troubled.senseless("a piece of a block that did not begin");
    }
    switch (Json.string(delta, "type")) {
      case "text_delta" -> draft.say(Json.string(delta, "text"));
      case "thinking_delta" -> {
        draft.think(place, Json.string(delta, "thinking"));
        begun.thinking().append(Json.string(delta, "thinking"));
      }
      case "signature_delta" -> begun.signature().append(Json.string(delta, "signature"));
      case "input_json_delta" -> draft.input(place, Json.string(delta, "partial_json"));
      default -> {}
    }
  }

  private void end(String place) {
    var begun = blocks.get(place);
    if (begun == null) {
      return;
    }
    var block = begun.block();
    switch (Json.string(block, "type")) {
      case "thinking" -> {
        if (!begun.signature().isEmpty()) {
          block.put("thinking", begun.thinking().toString());
          block.put("signature", begun.signature().toString());
          draft.sealThought(place, Json.text(block));
        }
      }
      // Some servers that speak this protocol give the arguments at once, where the block begins.
      case "tool_use" -> {
        if (!block.path("input").isEmpty()) {
          draft.wholeInput(place, Json.text(block.path("input")));
        }
      }
      default -> {}
    }
  }

  /// Counts are of the whole reply so far, and what is not said again still stands.
  private void count(JsonNode said) {
    long output = latest(said, "output_tokens", usage.output());
    var details = said.path("output_tokens_details");
    usage =
        new Usage(
            latest(said, "input_tokens", usage.input()),
            output,
            latest(said, "cache_read_input_tokens", usage.cacheRead()),
            latest(said, "cache_creation_input_tokens", usage.cacheWrite()),
            Math.min(output, latest(details, "thinking_tokens", usage.reasoning())));
  }

  private static long latest(JsonNode said, String field, long before) {
    return said.path(field).isNumber() ? Json.count(said, field) : before;
  }

  @Override
  public ModelReply reply() throws Troubled {
    if (!whole || stop.isEmpty()) {
      throw Troubled.cut();
    }
    return draft.reply(
        switch (stop) {
          case "tool_use" -> StopReason.CALLS;
          case "max_tokens", "model_context_window_exceeded" -> StopReason.LENGTH;
          case "refusal" -> StopReason.REFUSED;
          default -> StopReason.DONE;
        },
        usage);
  }
}
