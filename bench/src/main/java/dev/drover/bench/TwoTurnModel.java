package dev.drover.bench;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import java.util.List;

/// Calls one tool, and answers when it has the result. Reads only the last message: a model that
/// counts messages would slow down long sessions itself.
record TwoTurnModel(String name, ModelReply first, ModelReply second) implements Model {
  static TwoTurnModel calling(String name, String tool, String arguments, String answer) {
    return new TwoTurnModel(
        name,
        new ModelReply(
            List.of(new ContentBlock.Call(new ToolCall("call-1", tool, Text.of(arguments)))),
            StopReason.CALLS,
            new Usage(120, 20, 0, 0, 0)),
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of(answer))),
            StopReason.DONE,
            new Usage(160, 12, 0, 0, 0)));
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas) {
    return request.messages().getLast() instanceof Message.User ? first : second;
  }
}
