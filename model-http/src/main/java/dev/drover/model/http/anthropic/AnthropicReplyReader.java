package dev.drover.model.http.anthropic;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.ReplyBuilder;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.model.http.transport.SseEvent;
import dev.drover.spi.model.Delta;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads one reply. Its blocks come one after the other, each with a start, deltas and an end.
///
/// Reasoning is sent back as it came or not at all, signature included; so the whole block is
/// sealed, in addition to the text that people read.
final class AnthropicReplyReader implements ReplyReader {
  private final AnthropicProtocol protocol;
  private final ReplyBuilder draft;
  private final Map<String, Begun> blocks = new HashMap<>();
  private Usage usage = Usage.NONE;
  private String stop = "";
  private boolean whole;

  /// A block that has started, and the reasoning received since.
  private record Begun(ObjectNode block, StringBuilder thinking, StringBuilder signature) {
    Begun(ObjectNode block) {
      this(
          block,
          new StringBuilder(ProtocolJson.string(block, "thinking")),
          new StringBuilder(ProtocolJson.string(block, "signature")));
    }
  }

  AnthropicReplyReader(AnthropicProtocol protocol, String model, Delta.Sink deltas) {
    this.protocol = protocol;
    this.draft = new ReplyBuilder(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws ProviderErrorException {
    var data = ProtocolJson.data(event.data());
    var place = data.path("index").asString("");
    switch (ProtocolJson.string(data, "type")) {
      case "message_start" -> count(data.path("message").path("usage"));
      case "content_block_start" -> begin(place, data.path("content_block"));
      case "content_block_delta" -> more(place, data.path("delta"));
      case "content_block_stop" -> end(place);
      case "message_delta" -> {
        stop = ProtocolJson.string(data.path("delta"), "stop_reason");
        count(data.path("usage"));
      }
      case "message_stop" -> whole = true;
      case "error" -> throw new ProviderErrorException(protocol.error(0, data));
      // Pings, and event types that may be added: the documentation asks to ignore them.
      default -> {}
    }
    return whole;
  }

  private void begin(String place, JsonNode block) {
    if (!(block instanceof ObjectNode object)
        || blocks.putIfAbsent(place, new Begun(object)) != null) {
      return;
    }
    switch (ProtocolJson.string(block, "type")) {
      case "text" -> draft.say(ProtocolJson.string(block, "text"));
      case "thinking" -> draft.think(place, ProtocolJson.string(block, "thinking"));
      case "redacted_thinking" -> draft.sealThought(place, ProtocolJson.text(block));
      case "tool_use" ->
          draft.call(place, ProtocolJson.string(block, "id"), ProtocolJson.string(block, "name"));
      default -> {}
    }
  }

  private void more(String place, JsonNode delta) throws ProviderErrorException {
    var begun = blocks.get(place);
    if (begun == null) {
      throw ProviderErrorException.malformed("a piece of a block that did not begin");
    }
    switch (ProtocolJson.string(delta, "type")) {
      case "text_delta" -> draft.say(ProtocolJson.string(delta, "text"));
      case "thinking_delta" -> {
        draft.think(place, ProtocolJson.string(delta, "thinking"));
        begun.thinking().append(ProtocolJson.string(delta, "thinking"));
      }
      case "signature_delta" -> begun.signature().append(ProtocolJson.string(delta, "signature"));
      case "input_json_delta" -> draft.input(place, ProtocolJson.string(delta, "partial_json"));
      default -> {}
    }
  }

  private void end(String place) {
    var begun = blocks.get(place);
    if (begun == null) {
      return;
    }
    var block = begun.block();
    switch (ProtocolJson.string(block, "type")) {
      case "thinking" -> {
        if (!begun.signature().isEmpty()) {
          block.put("thinking", begun.thinking().toString());
          block.put("signature", begun.signature().toString());
          draft.sealThought(place, ProtocolJson.text(block));
        }
      }
      // Some servers that implement this protocol send the arguments at once, in the start of the
      // block.
      case "tool_use" -> {
        if (!block.path("input").isEmpty()) {
          draft.wholeInput(place, ProtocolJson.text(block.path("input")));
        }
      }
      default -> {}
    }
  }

  /// Counts are totals of the reply so far, and a count that is not repeated still holds.
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
    return said.path(field).isNumber() ? ProtocolJson.count(said, field) : before;
  }

  @Override
  public ModelReply reply() throws ProviderErrorException {
    if (!whole || stop.isEmpty()) {
      throw ProviderErrorException.cut();
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
