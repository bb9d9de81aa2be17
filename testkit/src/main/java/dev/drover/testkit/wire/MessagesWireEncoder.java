package dev.drover.testkit.wire;

import static dev.drover.testkit.wire.WireEncoder.quoted;

import java.util.ArrayList;
import java.util.List;

/// Anthropic's Messages protocol.
final class MessagesWireEncoder implements WireEncoder {
  @Override
  public List<StreamFrame> frames(WireTurn turn) {
    var frames = new ArrayList<StreamFrame>();
    var usage = turn.usage();
    frames.add(
        StreamFrame.head(
            "message_start",
            """
            {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"fake","content":[],\
            "stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,\
            "cache_read_input_tokens":%d,"output_tokens":1}}}\
            """
                .formatted(usage.input(), usage.cacheWrite(), usage.cacheRead())));
    frames.add(StreamFrame.head("ping", "{\"type\":\"ping\"}"));
    for (int i = 0; i < turn.pieces().size(); i++) {
      block(frames, i, turn.pieces().get(i));
    }
    frames.add(
        StreamFrame.tail(
            "message_delta",
            """
            {"type":"message_delta","delta":{"stop_reason":"%s","stop_sequence":null},"usage":{"output_tokens":%d,"output_tokens_details":{"thinking_tokens":%d}}}\
            """
                .formatted(stop(turn), usage.output(), usage.reasoning())));
    frames.add(StreamFrame.tail("message_stop", "{\"type\":\"message_stop\"}"));
    return frames;
  }

  private static void block(List<StreamFrame> frames, int index, WireTurn.Piece piece) {
    switch (piece) {
      case WireTurn.Piece.Text(var text) -> {
        frames.add(start(index, "{\"type\":\"text\",\"text\":\"\"}"));
        for (var word : WireEncoder.words(text)) {
          frames.add(delta(index, "text_delta", "text", word));
        }
      }
      case WireTurn.Piece.Thought(var text, var seal) -> {
        frames.add(start(index, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"));
        for (var word : WireEncoder.words(text)) {
          frames.add(delta(index, "thinking_delta", "thinking", word));
        }
        if (!seal.isEmpty()) {
          frames.add(delta(index, "signature_delta", "signature", seal));
        }
      }
      case WireTurn.Piece.Call(var id, var tool, var arguments) -> {
        frames.add(
            start(
                index,
                "{\"type\":\"tool_use\",\"id\":%s,\"name\":%s,\"input\":{}}"
                    .formatted(quoted(id), quoted(tool))));
        for (var chunk : WireEncoder.smallChunks(arguments)) {
          frames.add(delta(index, "input_json_delta", "partial_json", chunk));
        }
      }
    }
    frames.add(
        StreamFrame.body(
            "content_block_stop",
            "{\"type\":\"content_block_stop\",\"index\":%d}".formatted(index)));
  }

  private static StreamFrame start(int index, String block) {
    return StreamFrame.body(
        "content_block_start",
        "{\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}"
            .formatted(index, block));
  }

  private static StreamFrame delta(int index, String type, String field, String text) {
    return StreamFrame.word(
        "content_block_delta",
        """
        {"type":"content_block_delta","index":%d,"delta":{"type":"%s","%s":%s}}\
        """
            .formatted(index, type, field, quoted(text)));
  }

  private static String stop(WireTurn turn) {
    return switch (turn.stop()) {
      case DONE -> "end_turn";
      case CALLS -> "tool_use";
      case LENGTH -> "max_tokens";
      case REFUSED -> "refusal";
    };
  }

  @Override
  public String error(int status, String code, String message) {
    return """
    {"type":"error","error":{"type":%s,"message":%s},"request_id":"req_1"}\
    """
        .formatted(quoted(code), quoted(message));
  }

  @Override
  public StreamFrame broken(String code, String message) {
    return StreamFrame.body("error", error(0, code, message));
  }

  @Override
  public StreamFrame unknown() {
    return StreamFrame.body("weather", "{\"type\":\"weather\",\"wind\":[1,2]}");
  }
}
