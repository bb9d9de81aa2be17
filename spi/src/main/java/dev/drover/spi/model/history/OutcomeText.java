package dev.drover.spi.model.history;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.spi.model.ModelRequest;
import java.util.List;

/// The outcome of a call, as text for the model.
final class OutcomeText {
  private OutcomeText() {}

  static ProviderTurn.Result of(String id, String tool, ToolOutcome outcome, ModelRequest request) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) ->
          new ProviderTurn.Result(
              id, tool, request.read(content), media, ProviderTurn.ResultKind.FINE);
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

  /// For a call whose outcome is not in the conversation.
  static ProviderTurn.Result missing(String id, String tool) {
    return failed(
        id, tool, "There is no result of this call. Find out what happened before you repeat it.");
  }

  private static ProviderTurn.Result failed(String id, String tool, String words) {
    return new ProviderTurn.Result(
        id, tool, words, List.<Media>of(), ProviderTurn.ResultKind.FAILED);
  }
}
