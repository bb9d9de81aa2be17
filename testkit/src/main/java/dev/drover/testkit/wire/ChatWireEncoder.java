package dev.drover.testkit.wire;

import static dev.drover.testkit.wire.WireEncoder.quoted;

import java.util.ArrayList;
import java.util.List;

/// The Chat Completions protocol, as most servers implement it.
final class ChatWireEncoder implements WireEncoder {
  private static final String CHUNK =
      """
      {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"fake","choices":[%s]%s}\
      """;

  @Override
  public List<StreamFrame> frames(WireTurn turn) {
    var frames = new ArrayList<StreamFrame>();
    frames.add(
        StreamFrame.head(
            "", CHUNK.formatted(choice("\"role\":\"assistant\",\"content\":\"\""), "")));
    int calls = 0;
    for (var piece : turn.pieces()) {
      switch (piece) {
        case WireTurn.Piece.Text(var text) ->
            WireEncoder.words(text)
                .forEach(word -> frames.add(delta("\"content\":" + quoted(word))));
        case WireTurn.Piece.Thought(var text, _) ->
            WireEncoder.words(text)
                .forEach(word -> frames.add(delta("\"reasoning_content\":" + quoted(word))));
        case WireTurn.Piece.Call call -> call(frames, calls++, call);
      }
    }
    frames.add(
        StreamFrame.tail(
            "",
            CHUNK.formatted(
                "{\"index\":0,\"delta\":{},\"finish_reason\":\"%s\"}".formatted(stop(turn)), "")));
    frames.add(StreamFrame.tail("", CHUNK.formatted("", ",\"usage\":" + usage(turn))));
    frames.add(StreamFrame.tail("", "[DONE]"));
    return frames;
  }

  private static String choice(String delta) {
    return "{\"index\":0,\"delta\":{%s},\"finish_reason\":null}".formatted(delta);
  }

  private static StreamFrame delta(String fields) {
    return StreamFrame.word("", CHUNK.formatted(choice(fields), ""));
  }

  private static void call(List<StreamFrame> frames, int index, WireTurn.Piece.Call call) {
    frames.add(
        delta(
            """
            "tool_calls":[{"index":%d,"id":%s,"type":"function","function":{"name":%s,"arguments":""}}]\
            """
                .formatted(index, quoted(call.id()), quoted(call.tool()))));
    for (var chunk : WireEncoder.smallChunks(call.arguments())) {
      frames.add(
          delta(
              "\"tool_calls\":[{\"index\":%d,\"function\":{\"arguments\":%s}}]"
                  .formatted(index, quoted(chunk))));
    }
  }

  private static String stop(WireTurn turn) {
    return switch (turn.stop()) {
      case DONE -> "stop";
      case CALLS -> "tool_calls";
      case LENGTH -> "length";
      case REFUSED -> "content_filter";
    };
  }

  private static String usage(WireTurn turn) {
    var usage = turn.usage();
    return """
    {"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d,"cache_write_tokens":%d},\
    "completion_tokens_details":{"reasoning_tokens":%d}}\
    """
        .formatted(
            usage.input() + usage.cacheRead() + usage.cacheWrite(),
            usage.output(),
            usage.total(),
            usage.cacheRead(),
            usage.cacheWrite(),
            usage.reasoning());
  }

  @Override
  public String error(int status, String code, String message) {
    return """
    {"error":{"message":%s,"type":"error","param":null,"code":%s}}\
    """
        .formatted(quoted(message), quoted(code));
  }

  @Override
  public StreamFrame broken(String code, String message) {
    return StreamFrame.body("", error(0, code, message));
  }

  @Override
  public StreamFrame unknown() {
    return StreamFrame.body("", "{\"object\":\"weather\",\"wind\":[1,2]}");
  }
}
