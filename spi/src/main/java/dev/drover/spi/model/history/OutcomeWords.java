package dev.drover.spi.model.history;

import dev.drover.kernel.Media;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.model.ModelRequest;
import java.util.List;

/// How a call ended, in words for the model.
final class OutcomeWords {
  private OutcomeWords() {}

  static Turn.Result of(String id, String tool, ToolOutcome outcome, ModelRequest request) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) ->
          new Turn.Result(id, tool, request.read(content), media, Turn.Tone.FINE);
      case ToolOutcome.Failed(var reason) -> failed(id, tool, request.read(reason));
      case ToolOutcome.Refused(var reason) -> failed(id, tool, reason);
      case ToolOutcome.Denied(var by, var reason) ->
          failed(id, tool, "Denied by %s, and not run: %s".formatted(by, reason));
      case ToolOutcome.Unknown(var why) ->
          failed(
              id,
              tool,
              "Nobody knows how this call ended, and it may have happened: %s. Find out before you repeat it."
                  .formatted(why));
      case ToolOutcome.Cancelled(var why) ->
          failed(
              id,
              tool,
              "The call was stopped (%s). What it had begun may have happened.".formatted(why));
    };
  }

  /// For a call whose end is not in the conversation.
  static Turn.Result missing(String id, String tool) {
    return failed(
        id, tool, "There is no result of this call. Find out what happened before you repeat it.");
  }

  private static Turn.Result failed(String id, String tool, String words) {
    return new Turn.Result(id, tool, words, List.<Media>of(), Turn.Tone.FAILED);
  }
}
