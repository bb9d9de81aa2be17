package dev.drover.model.http.google;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.ReplyBuilder;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.model.http.protocol.TokenCounts;
import dev.drover.model.http.transport.SseEvent;
import dev.drover.spi.model.Delta;
import tools.jackson.databind.JsonNode;

/// Reads one reply. Each event is a part of a response; the one with the finish reason is the last
/// that matters, but only the end of the stream shows that none follows.
final class GoogleReplyReader implements ReplyReader {
  private static final String SIGNATURE = "thoughtSignature";

  private final GoogleProtocol protocol;
  private final ReplyBuilder draft;
  private int thoughts;
  private int calls;
  private boolean thinking;
  private boolean blocked;
  private String finish = "";
  private Usage usage = Usage.NONE;

  GoogleReplyReader(GoogleProtocol protocol, String model, Delta.Sink deltas) {
    this.protocol = protocol;
    this.draft = new ReplyBuilder(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws ProviderErrorException {
    var data = ProtocolJson.data(event.data());
    if (data.has("error")) {
      throw new ProviderErrorException(protocol.error(0, data));
    }
    if (!ProtocolJson.string(data.path("promptFeedback"), "blockReason").isEmpty()) {
      blocked = true;
    }
    var candidate = data.path("candidates").path(0);
    candidate.path("content").path("parts").forEach(this::follow);
    var said = ProtocolJson.string(candidate, "finishReason");
    if (!said.isEmpty()) {
      finish = said;
    }
    count(data.path("usageMetadata"));
    return false;
  }

  private void follow(JsonNode part) {
    var signature = ProtocolJson.string(part, SIGNATURE);
    var seal =
        signature.isEmpty()
            ? ""
            : ProtocolJson.text(ProtocolJson.object().put(SIGNATURE, signature));
    var call = part.path("functionCall");
    if (call.isObject()) {
      thinking = false;
      call(call, seal);
    } else if (part.path("thought").asBoolean(false)) {
      think(ProtocolJson.string(part, "text"));
    } else {
      thinking = false;
      draft.say(ProtocolJson.string(part, "text"));
      if (!seal.isEmpty()) {
        draft.sealProse(seal);
      }
    }
  }

  /// Consecutive reasoning parts are merged.
  private void think(String text) {
    if (!thinking) {
      thinking = true;
      thoughts++;
    }
    draft.think(String.valueOf(thoughts), text);
  }

  private void call(JsonNode call, String seal) {
    var place = String.valueOf(++calls);
    var id = ProtocolJson.string(call, "id");
    draft.call(place, id.isEmpty() ? "call_" + place : id, ProtocolJson.string(call, "name"));
    draft.input(place, call.path("args").isObject() ? ProtocolJson.text(call.path("args")) : "{}");
    if (!seal.isEmpty()) {
      draft.sealCall(place, seal);
    }
  }

  /// Counts are totals of the reply so far. Reasoning tokens are not part of the output tokens
  /// here.
  private void count(JsonNode said) {
    if (!said.isObject()) {
      return;
    }
    long thought = ProtocolJson.count(said, "thoughtsTokenCount");
    usage =
        new TokenCounts(
                ProtocolJson.count(said, "promptTokenCount")
                    + ProtocolJson.count(said, "toolUsePromptTokenCount"),
                ProtocolJson.count(said, "candidatesTokenCount") + thought)
            .cached(ProtocolJson.count(said, "cachedContentTokenCount"))
            .reasoning(thought)
            .usage();
  }

  @Override
  public ModelReply reply() throws ProviderErrorException {
    if (finish.isEmpty() && !blocked) {
      throw ProviderErrorException.cut();
    }
    return draft.reply(blocked ? StopReason.REFUSED : stop(), usage);
  }

  private StopReason stop() throws ProviderErrorException {
    return switch (finish) {
      case "MAX_TOKENS" -> StopReason.LENGTH;
      case "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION" ->
          StopReason.REFUSED;
      // The model wrote something that cannot be parsed as a call. A retry may succeed.
      case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS" ->
          throw ProviderErrorException.malformed("the model's call was malformed");
      default -> StopReason.DONE;
    };
  }
}
