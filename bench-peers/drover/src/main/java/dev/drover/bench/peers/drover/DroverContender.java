package dev.drover.bench.peers.drover;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import java.util.List;
import java.util.Optional;

/// Tools are annotated methods, as for the others. The others ask nobody before they call a tool,
/// so everything is allowed here too.
public final class DroverContender implements Contender {
  private final Drover drover;
  private final Agent agent;
  private final Scene scene;

  public DroverContender(Stage stage, Drover drover) {
    this.drover = drover;
    this.scene = stage.scene();
    this.agent =
        drover
            .agent("bench")
            .model(new Scripted(stage))
            .tools(scene == Scene.PAYMENT ? new Cashier(stage) : new Weather(stage))
            .policy(Policy.ALLOW_ALL)
            .build();
  }

  public static void main(String[] args) {
    Child.main(stage -> new DroverContender(stage, Drover.inMemory()), args);
  }

  @Override
  public Conversation open(String id) {
    var session = agent.open(new SessionId(id));
    if (scene == Scene.PAYMENT) {
      // Who asks again after a crash says that it is the same bill, and gets the same run.
      return prompt -> session.send(Ask.of(prompt).withKey("bill-17")).await().text();
    }
    return prompt -> session.ask(prompt).text();
  }

  @Override
  public void close() {
    drover.close();
  }

  /// The methods are public, because the runtime calls them from a module of its own.
  public record Weather(Stage stage) {
    @Tool(description = "Tells the weather in a city.")
    public String weather(@Param(name = "city") String city) {
      return stage.weather(city);
    }
  }

  /// Unsafe, like every tool that does not say otherwise.
  public record Cashier(Stage stage) {
    @Tool(description = "Pays a bill.")
    public String pay(@Param(name = "bill") String bill) {
      return stage.pay(bill);
    }
  }

  private static final class Scripted implements Model {
    private final Stage stage;
    private final ModelReply answer;

    Scripted(Stage stage) {
      this.stage = stage;
      this.answer =
          new ModelReply(
              List.of(new ContentBlock.Prose(Text.of(stage.scene().answer()))),
              StopReason.DONE,
              new Usage(Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT, 0, 0, 0));
    }

    @Override
    public String name() {
      return "bench/scripted";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      if (stage.isListening()) {
        stage.told(request.messages().stream().map(Scripted::words).toList());
      }
      var scene = stage.scene();
      return switch (request.messages().getLast()) {
        case Message.User _ -> ask(scene.argument());
        case Message.ToolResult result ->
            said(result).flatMap(scene::asksAfter).map(this::ask).orElse(answer);
        case Message.Assistant _ -> answer;
      };
    }

    private static Optional<String> said(Message.ToolResult result) {
      return result.outcome() instanceof ToolOutcome.Succeeded(Text.Inline(var text), _)
          ? Optional.of(text)
          : Optional.empty();
    }

    private ModelReply ask(String argument) {
      var scene = stage.scene();
      var call = new ToolCall(stage.callId(), scene.tool(), Text.of(scene.arguments(argument)));
      return new ModelReply(
          List.of(new ContentBlock.Call(call)),
          StopReason.CALLS,
          new Usage(Scene.ASK_INPUT, Scene.ASK_OUTPUT, 0, 0, 0));
    }

    private static String words(Message message) {
      return switch (message) {
        case Message.User _ -> "prompt";
        case Message.Assistant _ -> "call of pay";
        case Message.ToolResult result -> "result of pay: " + result.outcome();
      };
    }
  }
}
