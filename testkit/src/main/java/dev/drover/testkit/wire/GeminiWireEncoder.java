package dev.drover.testkit.wire;

import static dev.drover.testkit.wire.WireEncoder.quoted;

import java.util.ArrayList;
import java.util.List;

/// Google's Gemini protocol, streamed as events. A call is sent whole, and the signature of a
/// thought is attached to the part that follows it.
final class GeminiWireEncoder implements WireEncoder {
  @Override
  public List<StreamFrame> frames(WireTurn turn) {
    var frames = new ArrayList<StreamFrame>();
    var seal = "";
    for (var piece : turn.pieces()) {
      switch (piece) {
        case WireTurn.Piece.Text(var text) -> {
          for (var word : WireEncoder.words(text)) {
            frames.add(part("\"text\":" + quoted(word) + signed(seal)));
            seal = "";
          }
        }
        case WireTurn.Piece.Thought(var text, var sealed) -> {
          WireEncoder.words(text)
              .forEach(
                  word -> frames.add(part("\"text\":%s,\"thought\":true".formatted(quoted(word)))));
          seal = sealed;
        }
        case WireTurn.Piece.Call(var id, var tool, var arguments) -> {
          frames.add(
              part(
                  "\"functionCall\":{\"id\":%s,\"name\":%s,\"args\":%s}%s"
                      .formatted(quoted(id), quoted(tool), arguments, signed(seal))));
          seal = "";
        }
      }
    }
    frames.add(
        StreamFrame.tail(
            "",
            """
            {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"%s","index":0}],\
            "usageMetadata":%s,"modelVersion":"fake","responseId":"r1"}\
            """
                .formatted(stop(turn), usage(turn))));
    return frames;
  }

  private static String signed(String seal) {
    return seal.isEmpty() ? "" : ",\"thoughtSignature\":" + quoted(seal);
  }

  private static StreamFrame part(String fields) {
    return StreamFrame.word(
        "",
        """
        {"candidates":[{"content":{"parts":[{%s}],"role":"model"},"index":0}],"modelVersion":"fake","responseId":"r1"}\
        """
            .formatted(fields));
  }

  private static String stop(WireTurn turn) {
    return switch (turn.stop()) {
      case DONE, CALLS -> "STOP";
      case LENGTH -> "MAX_TOKENS";
      case REFUSED -> "SAFETY";
    };
  }

  private static String usage(WireTurn turn) {
    var usage = turn.usage();
    return """
    {"promptTokenCount":%d,"cachedContentTokenCount":%d,"candidatesTokenCount":%d,"thoughtsTokenCount":%d,\
    "totalTokenCount":%d}\
    """
        .formatted(
            usage.input() + usage.cacheRead(),
            usage.cacheRead(),
            usage.output() - usage.reasoning(),
            usage.reasoning(),
            usage.total());
  }

  @Override
  public String error(int status, String code, String message) {
    return """
    {"error":{"code":%d,"message":%s,"status":%s}}\
    """
        .formatted(status, quoted(message), quoted(code));
  }

  @Override
  public StreamFrame broken(String code, String message) {
    return StreamFrame.body("", error(503, code, message));
  }

  @Override
  public StreamFrame unknown() {
    return StreamFrame.body("", "{\"weather\":{\"wind\":[1,2]}}");
  }
}
