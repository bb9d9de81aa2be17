package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeModel;
import java.util.ArrayList;

/// A clerk who hands refunds on to billing, for tests of conversations that are handed on.
final class HandOffStage {
  static final SessionId FIRST = new SessionId("s-first");
  static final SessionId NEXT = new SessionId("s-first-e2");
  static final String MESSAGE = "Give Anna her money back.";

  private HandOffStage() {}

  /// A tool and its arguments, and the next one.
  static ModelReply calls(String... calls) {
    var blocks = new ArrayList<Block>();
    for (int i = 0; i < calls.length; i += 2) {
      blocks.add(new Block.Call(new ToolCall("c" + i, calls[i], Text.of(calls[i + 1]))));
    }
    return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 2, 0, 0, 0));
  }

  static String to(String agent) {
    return "{\"agent\":\"%s\",\"message\":\"%s\"}".formatted(agent, MESSAGE);
  }

  static String last(ModelRequest request) {
    return switch (request.messages().getLast()) {
      case Message.User(var text, _) -> request.read(text);
      case Message.Assistant _ -> "";
      case Message.ToolResult result -> result.outcome().toString();
    };
  }

  /// Says who it is, and what it heard last.
  static FakeModel answering(String name) {
    return new FakeModel((request, _) -> says(name + ": " + last(request)));
  }

  /// Hands refunds on to billing, and answers everything else.
  static AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(
            new FakeModel(
                (request, _) ->
                    last(request).equals("refund")
                        ? calls("hand_off", to("billing"))
                        : says("clerk: " + last(request))))
        .policy(Policy.ALLOW_ALL)
        .successor("billing", "refunds and invoices");
  }

  static Agent billing(Drover drover) {
    return billing(drover, answering("billing"));
  }

  static Agent billing(Drover drover, FakeModel model) {
    return drover.agent("billing").model(model).policy(Policy.ALLOW_ALL).build();
  }
}
