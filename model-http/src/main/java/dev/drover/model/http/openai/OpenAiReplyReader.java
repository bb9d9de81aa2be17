package dev.drover.model.http.openai;

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
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads one reply. It is a list of items, each of which starts, grows and is repeated as a whole
/// at its end; events are numbered, so a duplicate is detected.
final class OpenAiReplyReader implements ReplyReader {
  private final ReplyBuilder draft;
  private final Set<String> spoken = new HashSet<>();
  private long last;
  private boolean refused;
  private @Nullable StopReason stop;
  private Usage usage = Usage.NONE;

  OpenAiReplyReader(String model, Delta.Sink deltas) {
    this.draft = new ReplyBuilder(model, deltas);
  }

  @Override
  public boolean accept(SseEvent event) throws ProviderErrorException {
    var data = ProtocolJson.data(event.data());
    if (advance(data)) {
      follow(ProtocolJson.string(data, "type"), data.path("output_index").asString(""), data);
    }
    return stop != null;
  }

  /// The first number is 0, and servers that do not count send it every time.
  ///
  /// @return false if this event was received before
  private boolean advance(JsonNode data) {
    long number = ProtocolJson.count(data, "sequence_number");
    if (number > 0 && number <= last) {
      return false;
    }
    last = Math.max(last, number);
    return true;
  }

  private void follow(String type, String place, JsonNode data) throws ProviderErrorException {
    switch (type) {
      case "response.output_item.added" -> begin(place, data.path("item"));
      case "response.output_text.delta" -> say(place, ProtocolJson.string(data, "delta"));
      case "response.refusal.delta" -> {
        refused = true;
        say(place, ProtocolJson.string(data, "delta"));
      }
      case "response.reasoning_summary_part.added" -> {
        if (ProtocolJson.count(data, "summary_index") > 0) {
          draft.think(place, "\n\n");
        }
      }
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          draft.think(place, ProtocolJson.string(data, "delta"));
      case "response.function_call_arguments.delta" ->
          input(place, ProtocolJson.string(data, "delta"));
      case "response.output_item.done" -> end(place, data.path("item"));
      case "response.completed" -> finish(StopReason.DONE, data.path("response"));
      case "response.incomplete" -> finish(shortened(data), data.path("response"));
      case "response.failed" ->
          throw new ProviderErrorException(
              OpenAiErrors.trouble(0, data.path("response").path("error")));
      case "error" -> throw new ProviderErrorException(OpenAiErrors.trouble(0, error(data)));
      // All other events repeat content, or are about tools of the provider.
      default -> {}
    }
  }

  /// Documented with its fields in the event itself; also seen with a nested object.
  private static JsonNode error(JsonNode data) {
    return data.path("error").isObject() ? data.path("error") : data;
  }

  private void begin(String place, JsonNode item) {
    if (ProtocolJson.string(item, "type").equals("function_call")) {
      draft.call(place, ProtocolJson.string(item, "call_id"), ProtocolJson.string(item, "name"));
      draft.input(place, ProtocolJson.string(item, "arguments"));
    }
  }

  private void say(String place, String text) {
    spoken.add(place);
    draft.say(text);
  }

  private void input(String place, String text) throws ProviderErrorException {
    if (!draft.hasCall(place)) {
      throw ProviderErrorException.malformed("arguments of a call that did not begin");
    }
    draft.input(place, text);
  }

  private void end(String place, JsonNode item) {
    switch (ProtocolJson.string(item, "type")) {
      case "function_call" -> {
        draft.call(place, ProtocolJson.string(item, "call_id"), ProtocolJson.string(item, "name"));
        draft.wholeInput(place, ProtocolJson.string(item, "arguments"));
      }
      case "reasoning" -> seal(place, item);
      case "message" -> {
        if (!spoken.contains(place)) {
          item.path("content").forEach(part -> say(place, ProtocolJson.string(part, "text")));
        }
      }
      default -> {}
    }
  }

  /// Without its content an item is only a reference to something that the provider did not store.
  private void seal(String place, JsonNode item) {
    var content = ProtocolJson.string(item, "encrypted_content");
    if (!content.isEmpty()) {
      var sealed =
          ProtocolJson.object().put("type", "reasoning").put("id", ProtocolJson.string(item, "id"));
      sealed.set(
          "summary", item.path("summary").isArray() ? item.path("summary") : ProtocolJson.array());
      draft.sealThought(place, ProtocolJson.text(sealed.put("encrypted_content", content)));
    }
  }

  private static StopReason shortened(JsonNode data) {
    var why = ProtocolJson.string(data.path("response").path("incomplete_details"), "reason");
    return why.equals("content_filter") ? StopReason.REFUSED : StopReason.LENGTH;
  }

  private void finish(StopReason why, JsonNode response) {
    stop = refused ? StopReason.REFUSED : why;
    var said = response.path("usage");
    usage =
        new TokenCounts(
                ProtocolJson.count(said, "input_tokens"), ProtocolJson.count(said, "output_tokens"))
            .cached(ProtocolJson.count(said.path("input_tokens_details"), "cached_tokens"))
            .written(ProtocolJson.count(said.path("input_tokens_details"), "cache_write_tokens"))
            .reasoning(ProtocolJson.count(said.path("output_tokens_details"), "reasoning_tokens"))
            .usage();
  }

  @Override
  public ModelReply reply() throws ProviderErrorException {
    if (stop == null) {
      throw ProviderErrorException.cut();
    }
    return draft.reply(stop, usage);
  }
}
