package dev.drover.testkit.wire;

import static dev.drover.testkit.wire.Voice.quoted;

import java.util.ArrayList;
import java.util.List;

/// Google's Gemini, streamed as events. A call comes whole, and a seal rides on what follows the
/// thought it seals.
final class GeminiVoice implements Voice {
  @Override
  public List<Frame> frames(WireTurn turn) {
    var frames = new ArrayList<Frame>();
    var seal = "";
    for (var piece : turn.pieces()) {
      switch (piece) {
        case WireTurn.Piece.Text(var text) -> {
          for (var word : Voice.words(text)) {
            frames.add(part("\"text\":" + quoted(word) + signed(seal)));
            seal = "";
          }
        }
        case WireTurn.Piece.Thought(var text, var sealed) -> {
          Voice.words(text)
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
        Frame.tail(
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

  private static Frame part(String fields) {
    return Frame.word(
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
  public Frame broken(String code, String message) {
    return Frame.body("", error(503, code, message));
  }

  @Override
  public Frame unknown() {
    return Frame.body("", "{\"weather\":{\"wind\":[1,2]}}");
  }
}
