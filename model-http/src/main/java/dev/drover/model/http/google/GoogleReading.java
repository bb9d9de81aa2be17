package dev.drover.model.http.google;

import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Usage;
import dev.drover.model.http.protocol.Counts;
import dev.drover.model.http.protocol.Draft;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.SseEvent;
import dev.drover.spi.model.DeltaSink;
import tools.jackson.databind.JsonNode;

/// One reply. Each event is a piece of a response; the one that says why the reply ended is the
/// last that matters, but only the end of the stream says that none follows it.
final class GoogleReading implements Reading {
  private static final String SIGNATURE = "thoughtSignature";

  private final GoogleProtocol protocol;
  private final Draft draft;
  private int thoughts;
  private int calls;
  private boolean thinking;
  private boolean blocked;
  private String finish = "";
  private Usage usage = Usage.NONE;

  GoogleReading(GoogleProtocol protocol, String model, DeltaSink deltas) {
    this.protocol = protocol;
    this.draft = new Draft(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws Troubled {
    var data = Json.data(event.data());
    if (data.has("error")) {
      throw new Troubled(protocol.trouble(0, data));
    }
    if (!Json.string(data.path("promptFeedback"), "blockReason").isEmpty()) {
      blocked = true;
    }
    var candidate = data.path("candidates").path(0);
    candidate.path("content").path("parts").forEach(this::follow);
    var said = Json.string(candidate, "finishReason");
    if (!said.isEmpty()) {
      finish = said;
    }
    count(data.path("usageMetadata"));
    return false;
  }

  private void follow(JsonNode part) {
    var signature = Json.string(part, SIGNATURE);
    var seal = signature.isEmpty() ? "" : Json.text(Json.object().put(SIGNATURE, signature));
    var call = part.path("functionCall");
    if (call.isObject()) {
      thinking = false;
      call(call, seal);
    } else if (part.path("thought").asBoolean(false)) {
      think(Json.string(part, "text"));
    } else {
      thinking = false;
      draft.say(Json.string(part, "text"));
      if (!seal.isEmpty()) {
        draft.sealProse(seal);
      }
    }
  }

  /// Thoughts that follow each other are one.
  private void think(String text) {
    if (!thinking) {
      thinking = true;
      thoughts++;
    }
    draft.think(String.valueOf(thoughts), text);
  }

  private void call(JsonNode call, String seal) {
    var place = String.valueOf(++calls);
    var id = Json.string(call, "id");
    draft.call(place, id.isEmpty() ? "call_" + place : id, Json.string(call, "name"));
    draft.input(place, call.path("args").isObject() ? Json.text(call.path("args")) : "{}");
    if (!seal.isEmpty()) {
      draft.sealCall(place, seal);
    }
  }

  /// Counts are of the whole reply so far. Thoughts are not among the tokens of the answer here.
  private void count(JsonNode said) {
    if (!said.isObject()) {
      return;
    }
    long thought = Json.count(said, "thoughtsTokenCount");
    usage =
        new Counts(
                Json.count(said, "promptTokenCount") + Json.count(said, "toolUsePromptTokenCount"),
                Json.count(said, "candidatesTokenCount") + thought)
            .cached(Json.count(said, "cachedContentTokenCount"))
            .reasoning(thought)
            .usage();
  }

  @Override
  public ModelReply reply() throws Troubled {
    if (finish.isEmpty() && !blocked) {
      throw Troubled.cut();
    }
    return draft.reply(blocked ? StopReason.REFUSED : stop(), usage);
  }

  private StopReason stop() throws Troubled {
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
      // The model wrote something that nobody can read as a call. It may do better.
      case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS" ->
          throw Troubled.senseless("the model's call was malformed");
      default -> StopReason.DONE;
    };
  }
}
