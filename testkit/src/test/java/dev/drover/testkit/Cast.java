package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// A model that plays several agents: says what the agent of the request has to say, by the number
/// of its replies.
record Cast(Map<String, Mind> minds) implements Model {
  /// What one of the agents says.
  interface Mind {
    /// @param said how often it has replied
    ModelReply reply(int said, ModelRequest request) throws ModelException, InterruptedException;
  }

  @Override
  public String name() {
    return "fake/cast";
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    int said =
        (int) request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    var mind = minds.get(request.agent());
    return mind == null ? says("nobody plays " + request.agent()) : mind.reply(said, request);
  }

  /// Gives work to others first, and then says what came of it.
  static Mind giving(String... orders) {
    return (said, request) -> said == 0 ? delegates(orders) : says(results(request));
  }

  /// Says that it has begun, and nothing more until it is stopped.
  static Mind hanging(CountDownLatch begun) {
    return (_, _) -> {
      begun.countDown();
      new CountDownLatch(1).await();
      return says("never");
    };
  }

  /// Calls the tool `task` once for each of these arguments.
  static ModelReply delegates(String... arguments) {
    var blocks = new ArrayList<Block>();
    for (int i = 0; i < arguments.length; i++) {
      blocks.add(new Block.Call(new ToolCall("c" + i, "task", Text.of(arguments[i]))));
    }
    return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 2, 0, 0, 0));
  }

  static String order(String what) {
    return order("scout", what);
  }

  static String order(String agent, String what) {
    return "{\"agent\":\"%s\",\"prompt\":\"%s\"}".formatted(agent, what);
  }

  static String inBackground(String what) {
    return "{\"agent\":\"scout\",\"prompt\":\"%s\",\"background\":true}".formatted(what);
  }

  /// What the model was told last.
  static String last(ModelRequest request) {
    return told(request, request.messages().getLast());
  }

  /// All that the model was told and has said, a line each.
  static List<String> all(ModelRequest request) {
    return request.messages().stream().map(message -> told(request, message)).toList();
  }

  private static String told(ModelRequest request, Message message) {
    return switch (message) {
      case Message.User(var text, _) -> request.read(text);
      case Message.Assistant(var blocks, _) -> said(request, blocks);
      case Message.ToolResult result -> outcome(request, result.outcome());
    };
  }

  private static String said(ModelRequest request, List<Block> blocks) {
    var words = new ArrayList<String>();
    for (var block : blocks) {
      words.add(
          switch (block) {
            case Block.Prose(var text) -> request.read(text);
            case Block.Call(var call) -> "call " + call.tool();
            case Block.Reasoning _, Block.Opaque _ -> "";
          });
    }
    return String.join(" ", words);
  }

  private static String outcome(ModelRequest request, ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, _) -> request.read(text);
      case ToolOutcome.Failed(var text) -> "failed " + request.read(text);
      case ToolOutcome.Denied _,
          ToolOutcome.Refused _,
          ToolOutcome.Cancelled _,
          ToolOutcome.Unknown _ ->
          outcome.toString();
    };
  }

  /// What came of all calls, parted by bars.
  static String results(ModelRequest request) {
    var all = new ArrayList<String>();
    for (var message : request.messages()) {
      if (message instanceof Message.ToolResult result) {
        all.add(outcome(request, result.outcome()));
      }
    }
    return String.join("|", all);
  }
}
