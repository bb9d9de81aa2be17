package dev.drover.model.http.chat;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.ReplyBuilder;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.model.http.protocol.TokenCounts;
import dev.drover.model.http.transport.SseEvent;
import dev.drover.spi.model.Delta;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads one reply. It is complete when a finish reason was given: the marker that follows only
/// says that the usage, which may come in between, need not be waited for any longer.
final class ChatReplyReader implements ReplyReader {
  private static final byte[] END = "[DONE]".getBytes(StandardCharsets.US_ASCII);
  private static final String THOUGHT = "thought";

  private final ChatProtocol protocol;
  private final ChatDialect.Wording wording;
  private final ReplyBuilder draft;
  private final EchoedField kept;

  /// The server's call ids, by index. Some servers give every call of a reply the same index and
  /// distinguish them only by their ids.
  private final Map<String, String> names = new HashMap<>();

  private final Map<String, Integer> generations = new HashMap<>();
  private boolean refused;
  private String finish = "";
  private Usage usage = Usage.NONE;

  ChatReplyReader(
      ChatProtocol protocol, ChatDialect.Wording wording, String model, Delta.Sink deltas) {
    this.protocol = protocol;
    this.wording = wording;
    this.draft = new ReplyBuilder(model, deltas);
    this.kept = new EchoedField(wording.kept());
  }

  @Override
  public boolean accept(SseEvent event) throws ProviderErrorException {
    if (Arrays.equals(event.data().array(), END)) {
      return true;
    }
    var data = ProtocolJson.data(event.data());
    if (data.has("error") && !data.path("error").isNull()) {
      throw new ProviderErrorException(protocol.error(0, data));
    }
    var choice = data.path("choices").path(0);
    follow(choice.path("delta"));
    var said = ProtocolJson.string(choice, "finish_reason");
    if (!said.isEmpty()) {
      finish = said;
    }
    // Groq has its own field for it.
    count(data.path("usage").isObject() ? data.path("usage") : data.path("x_groq").path("usage"));
    return false;
  }

  private void follow(JsonNode delta) throws ProviderErrorException {
    draft.think(THOUGHT, ProtocolJson.string(delta, wording.reasoning()));
    kept.add(delta);
    content(delta.path("content"));
    var refusal = ProtocolJson.string(delta, "refusal");
    if (!refusal.isEmpty()) {
      refused = true;
      draft.say(refusal);
    }
    for (var call : delta.path("tool_calls")) {
      call(call);
    }
  }

  /// A text; or, from servers that send content in parts, a list of them.
  private void content(JsonNode content) {
    draft.say(content.asString(""));
    for (var part : content) {
      draft.say(ProtocolJson.string(part, "text"));
      part.path("thinking")
          .forEach(word -> draft.think(THOUGHT, ProtocolJson.string(word, "text")));
    }
  }

  private void call(JsonNode call) throws ProviderErrorException {
    var index = call.path("index").asString("0");
    var id = ProtocolJson.string(call, "id");
    var function = call.path("function");
    var tool = ProtocolJson.string(function, "name");
    var before = names.get(index);
    if (before != null && !id.isEmpty() && !id.equals(before) && !tool.isEmpty()) {
      generations.merge(index, 1, Integer::sum);
      before = null;
    }
    var place = index + "/" + generations.getOrDefault(index, 0);
    if (before == null) {
      if (tool.isEmpty()) {
        throw ProviderErrorException.malformed("arguments of a call that did not begin");
      }
      var name = id.isEmpty() ? "call_" + place.replace('/', '_') : id;
      names.put(index, name);
      draft.call(place, name, tool);
    }
    draft.input(place, arguments(function.path("arguments")));
  }

  /// A text, except for servers that send the object itself.
  private static String arguments(JsonNode arguments) {
    return arguments.isObject() ? ProtocolJson.text(arguments) : arguments.asString("");
  }

  /// Counts are totals of the reply so far.
  private void count(JsonNode said) {
    if (!said.isObject()) {
      return;
    }
    var input = said.path("prompt_tokens_details");
    long cached = ProtocolJson.count(input, "cached_tokens");
    usage =
        new TokenCounts(
                ProtocolJson.count(said, "prompt_tokens"),
                ProtocolJson.count(said, "completion_tokens"))
            .cached(cached > 0 ? cached : ProtocolJson.count(said, "prompt_cache_hit_tokens"))
            .written(ProtocolJson.count(input, "cache_write_tokens"))
            .reasoning(
                ProtocolJson.count(said.path("completion_tokens_details"), "reasoning_tokens"))
            .usage();
  }

  @Override
  public ModelReply reply() throws ProviderErrorException {
    if (finish.isEmpty()) {
      throw ProviderErrorException.cut();
    }
    if (finish.equals("error")) {
      throw ProviderErrorException.malformed("the server gave up");
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
