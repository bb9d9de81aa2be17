package dev.drover.model.http.chat;

import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Usage;
import dev.drover.model.http.facts.Dialect;
import dev.drover.model.http.protocol.Counts;
import dev.drover.model.http.protocol.Draft;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.SseEvent;
import dev.drover.spi.model.DeltaSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One reply. It is over when a reason for its end was given: the marker that follows only says
/// that the counts, which may come in between, are not to be waited for any longer.
final class ChatReading implements Reading {
  private static final byte[] END = "[DONE]".getBytes(StandardCharsets.US_ASCII);
  private static final String THOUGHT = "thought";

  private final ChatProtocol protocol;
  private final Dialect.Wording wording;
  private final Draft draft;
  private final Kept kept;

  /// What a server calls a call, by its index. Some give every call of a reply the same index and
  /// tell them apart by their names only.
  private final Map<String, String> names = new HashMap<>();

  private final Map<String, Integer> generations = new HashMap<>();
  private boolean refused;
  private String finish = "";
  private Usage usage = Usage.NONE;

  ChatReading(ChatProtocol protocol, Dialect.Wording wording, String model, DeltaSink deltas) {
    this.protocol = protocol;
    this.wording = wording;
    this.draft = new Draft(model, deltas);
    this.kept = new Kept(wording.kept());
  }

  @Override
  public boolean accept(SseEvent event) throws Troubled {
    if (Arrays.equals(event.data().array(), END)) {
      return true;
    }
    var data = Json.data(event.data());
    if (data.has("error") && !data.path("error").isNull()) {
      throw new Troubled(protocol.trouble(0, data));
    }
    var choice = data.path("choices").path(0);
    follow(choice.path("delta"));
    var said = Json.string(choice, "finish_reason");
    if (!said.isEmpty()) {
      finish = said;
    }
    // Groq has its own place for it.
    count(data.path("usage").isObject() ? data.path("usage") : data.path("x_groq").path("usage"));
    return false;
  }

  private void follow(JsonNode delta) throws Troubled {
    draft.think(THOUGHT, Json.string(delta, wording.reasoning()));
    kept.add(delta);
    content(delta.path("content"));
    var refusal = Json.string(delta, "refusal");
    if (!refusal.isEmpty()) {
      refused = true;
      draft.say(refusal);
    }
    for (var call : delta.path("tool_calls")) {
      call(call);
    }
  }

  /// A text; or, from servers that think in parts, a list of them.
  private void content(JsonNode content) {
    draft.say(content.asString(""));
    for (var part : content) {
      draft.say(Json.string(part, "text"));
      part.path("thinking").forEach(word -> draft.think(THOUGHT, Json.string(word, "text")));
    }
  }

  private void call(JsonNode call) throws Troubled {
    var index = call.path("index").asString("0");
    var id = Json.string(call, "id");
    var function = call.path("function");
    var tool = Json.string(function, "name");
    var before = names.get(index);
    if (before != null && !id.isEmpty() && !id.equals(before) && !tool.isEmpty()) {
      generations.merge(index, 1, Integer::sum);
      before = null;
    }
    var place = index + "/" + generations.getOrDefault(index, 0);
    if (before == null) {
      if (tool.isEmpty()) {
        throw Troubled.senseless("arguments of a call that did not begin");
      }
      var name = id.isEmpty() ? "call_" + place.replace('/', '_') : id;
      names.put(index, name);
      draft.call(place, name, tool);
    }
    draft.input(place, arguments(function.path("arguments")));
  }

  /// A text, but for servers that give the object itself.
  private static String arguments(JsonNode arguments) {
    return arguments.isObject() ? Json.text(arguments) : arguments.asString("");
  }

  /// Counts are of the whole reply so far.
  private void count(JsonNode said) {
    if (!said.isObject()) {
      return;
    }
    var input = said.path("prompt_tokens_details");
    long cached = Json.count(input, "cached_tokens");
    usage =
        new Counts(Json.count(said, "prompt_tokens"), Json.count(said, "completion_tokens"))
            .cached(cached > 0 ? cached : Json.count(said, "prompt_cache_hit_tokens"))
            .written(Json.count(input, "cache_write_tokens"))
            .reasoning(Json.count(said.path("completion_tokens_details"), "reasoning_tokens"))
            .usage();
  }

  @Override
  public ModelReply reply() throws Troubled {
    if (finish.isEmpty()) {
      throw Troubled.cut();
    }
    if (finish.equals("error")) {
      throw Troubled.senseless("the server gave up");
    }
    var data = kept.data();
    if (!data.isEmpty()) {
      draft.sealThought(THOUGHT, data);
    }
    return draft.reply(refused ? StopReason.REFUSED : stop(), usage);
  }

  private StopReason stop() {
    return switch (finish) {
      case "tool_calls", "function_call" -> StopReason.CALLS;
      case "length" -> StopReason.LENGTH;
      case "content_filter" -> StopReason.REFUSED;
      default -> StopReason.DONE;
    };
  }
}
