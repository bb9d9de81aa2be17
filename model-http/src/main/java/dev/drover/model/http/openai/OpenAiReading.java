package dev.drover.model.http.openai;

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
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One reply. It is a list of items, each of which begins, grows and is shown once more when it is
/// done; events are numbered, so one that comes twice is known.
final class OpenAiReading implements Reading {
  private final Draft draft;
  private final Set<String> spoken = new HashSet<>();
  private long last;
  private boolean refused;
  private @Nullable StopReason stop;
  private Usage usage = Usage.NONE;

  OpenAiReading(String model, DeltaSink deltas) {
    this.draft = new Draft(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws Troubled {
    var data = Json.data(event.data());
    if (!isRepeated(data)) {
      follow(Json.string(data, "type"), data.path("output_index").asString(""), data);
    }
    return stop != null;
  }

  /// The first number is 0, and servers that do not count say it each time.
  private boolean isRepeated(JsonNode data) {
    long number = Json.count(data, "sequence_number");
    if (number > 0 && number <= last) {
      return true;
    }
    last = Math.max(last, number);
    return false;
  }

  private void follow(String type, String place, JsonNode data) throws Troubled {
    switch (type) {
      case "response.output_item.added" -> begin(place, data.path("item"));
      case "response.output_text.delta" -> say(place, Json.string(data, "delta"));
      case "response.refusal.delta" -> {
        refused = true;
        say(place, Json.string(data, "delta"));
      }
      case "response.reasoning_summary_part.added" -> {
        if (Json.count(data, "summary_index") > 0) {
          draft.think(place, "\n\n");
        }
      }
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          draft.think(place, Json.string(data, "delta"));
      case "response.function_call_arguments.delta" -> input(place, Json.string(data, "delta"));
      case "response.output_item.done" -> end(place, data.path("item"));
      case "response.completed" -> finish(StopReason.DONE, data.path("response"));
      case "response.incomplete" -> finish(shortened(data), data.path("response"));
      case "response.failed" ->
          throw new Troubled(OpenAiErrors.trouble(0, data.path("response").path("error")));
      case "error" -> throw new Troubled(OpenAiErrors.trouble(0, error(data)));
      // What else there is says again what was said, or is about tools of the provider.
      default -> {}
    }
  }

  /// Documented with its fields in the event itself; seen with an object in it, too.
  private static JsonNode error(JsonNode data) {
    return data.path("error").isObject() ? data.path("error") : data;
  }

  private void begin(String place, JsonNode item) {
    if (Json.string(item, "type").equals("function_call")) {
      draft.call(place, Json.string(item, "call_id"), Json.string(item, "name"));
      draft.input(place, Json.string(item, "arguments"));
    }
  }

  private void say(String place, String text) {
    spoken.add(place);
    draft.say(text);
  }

  private void input(String place, String text) throws Troubled {
    if (!draft.hasCall(place)) {
      throw Troubled.senseless("arguments of a call that did not begin");
    }
    draft.input(place, text);
  }

  private void end(String place, JsonNode item) {
    switch (Json.string(item, "type")) {
      case "function_call" -> {
        draft.call(place, Json.string(item, "call_id"), Json.string(item, "name"));
        draft.wholeInput(place, Json.string(item, "arguments"));
      }
      case "reasoning" -> seal(place, item);
      case "message" -> {
        if (!spoken.contains(place)) {
          item.path("content").forEach(part -> say(place, Json.string(part, "text")));
        }
      }
      default -> {}
    }
  }

  /// Without its content an item is only a name for something that the provider did not keep.
  private void seal(String place, JsonNode item) {
    var content = Json.string(item, "encrypted_content");
    if (!content.isEmpty()) {
      var sealed = Json.object().put("type", "reasoning").put("id", Json.string(item, "id"));
      sealed.set("summary", item.path("summary").isArray() ? item.path("summary") : Json.array());
      draft.sealThought(place, Json.text(sealed.put("encrypted_content", content)));
    }
  }

  private static StopReason shortened(JsonNode data) {
    var why = Json.string(data.path("response").path("incomplete_details"), "reason");
    return why.equals("content_filter") ? StopReason.REFUSED : StopReason.LENGTH;
  }

  private void finish(StopReason why, JsonNode response) {
    stop = refused ? StopReason.REFUSED : why;
    var said = response.path("usage");
    usage =
        new Counts(Json.count(said, "input_tokens"), Json.count(said, "output_tokens"))
            .cached(Json.count(said.path("input_tokens_details"), "cached_tokens"))
            .written(Json.count(said.path("input_tokens_details"), "cache_write_tokens"))
            .reasoning(Json.count(said.path("output_tokens_details"), "reasoning_tokens"))
            .usage();
  }

  @Override
  public ModelReply reply() throws Troubled {
    if (stop == null) {
      throw Troubled.cut();
    }
    return draft.reply(stop, usage);
  }
}
