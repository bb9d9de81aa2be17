package dev.drover.bench;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import java.util.List;

/// Calls one tool, and answers when it knows the outcome. Looks at the last message only: a model
/// that counts would make long sessions slow by itself.
record TwoTurns(String name, ModelReply first, ModelReply second) implements Model {
  static TwoTurns calling(String name, String tool, String arguments, String answer) {
    return new TwoTurns(
        name,
        new ModelReply(
            List.of(new Block.Call(new ToolCall("call-1", tool, Text.of(arguments)))),
            StopReason.CALLS,
            new Usage(120, 20, 0, 0, 0)),
        new ModelReply(
            List.of(new Block.Prose(Text.of(answer))),
            StopReason.DONE,
            new Usage(160, 12, 0, 0, 0)));
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas) {
    return request.messages().getLast() instanceof Message.User ? first : second;
  }
}
