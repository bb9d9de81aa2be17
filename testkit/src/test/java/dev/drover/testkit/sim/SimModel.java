package dev.drover.testkit.sim;

import dev.drover.kernel.Block;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.StrictProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A model that takes its time, breaks, is throttled, calls whatever it is offered, and comes to an
/// end. No two replies of it are alike.
record SimModel(Stage stage, SimProcess process) implements Model {
  private static final int TURNS = 3;
  private static final int MOST_CALLS = 3;

  @Override
  public String name() {
    return "sim/model";
  }

  @Override
  public int maxOutput() {
    return 10;
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    requireConversation(request);
    pause();
    deltas.accept(new Delta.TextDelta("well"));
    pause();
    if (!stage.faults().isOver()) {
      breakSometimes();
    }
    var words = stage.world().freshId("reply-");
    var usage = new Usage(1 + stage.dice().nextInt(5), 1 + stage.dice().nextInt(5), 0, 0, 0);
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Prose(Text.of(words)));
    blocks.addAll(calls(request));
    stage.witness().replied(words, usage);
    return new ModelReply(blocks, blocks.size() > 1 ? StopReason.CALLS : StopReason.DONE, usage);
  }

  /// A strict provider takes it, and a child has nothing of what was said to others.
  private void requireConversation(ModelRequest request) {
    var objections = StrictProvider.objections(joined(request.messages()));
    stage.violations().require(objections.isEmpty(), "A13", "a provider says %s", objections);
    if (request.agent().endsWith(Host.SCOUT.name())) {
      for (var message : request.messages()) {
        stage
            .violations()
            .require(!isForOthers(message), "F2", "%s hears %s", request.agent(), message);
      }
    }
  }

  /// Who says two things one after the other has said one, which adapters see to.
  private static List<Message> joined(List<Message> messages) {
    var joined = new ArrayList<Message>();
    for (var message : messages) {
      boolean goesOn =
          message instanceof Message.User
              && !joined.isEmpty()
              && joined.getLast() instanceof Message.User;
      if (!goesOn) {
        joined.add(message);
      }
    }
    return joined;
  }

  private static boolean isForOthers(Message message) {
    return message instanceof Message.User(Text.Inline(var said), _) && said.startsWith("words");
  }

  private void pause() throws InterruptedException {
    var length = Duration.ofMillis(1L << stage.dice().nextInt(13));
    stage.world().sleepUntil(process, stage.world().now().plus(length));
  }

  private void breakSometimes() throws ModelException {
    switch (stage.dice().nextInt(20)) {
      case 0 -> throw broken(new Failure.Retry.Later(Duration.ZERO));
      case 1 -> throw broken(new Failure.Retry.Throttled(Duration.ofSeconds(3)));
      case 2 -> {
        if (stage.chance(30)) {
          throw broken(Failure.Retry.NEVER);
        }
      }
      default -> {}
    }
  }

  private ModelException broken(Failure.Retry retry) {
    var problem = new Problem("model_unavailable", "Away", "the model is away", "Try later.");
    var failure = new Failure(problem, retry);
    stage.witness().failed(failure);
    return new ModelException(failure, null);
  }

  private List<Block.Call> calls(ModelRequest request) {
    if (request.tools().isEmpty() || turns(request) >= TURNS || stage.chance(40)) {
      return List.of();
    }
    var calls = new ArrayList<Block.Call>();
    int many = 1 + stage.dice().nextInt(MOST_CALLS);
    for (int i = 0; i < many; i++) {
      var tool = request.tools().get(stage.dice().nextInt(request.tools().size())).name();
      calls.add(new Block.Call(new ToolCall("c" + i, tool, Text.of(arguments(tool)))));
    }
    return calls;
  }

  private String arguments(String tool) {
    return switch (tool) {
      case "task" ->
          "{\"agent\":\"scout\",\"prompt\":\"look\",\"background\":%s}".formatted(stage.chance(30));
      case "hand_off" -> "{\"agent\":\"billing\",\"message\":\"go on\"}";
      default -> stage.chance(3) ? "{\"surprise\"" : "{}";
    };
  }

  /// How often it has answered since somebody last said something.
  private static int turns(ModelRequest request) {
    int turns = 0;
    for (var message : request.messages()) {
      turns =
          switch (message) {
            case Message.User _ -> 0;
            case Message.Assistant _ -> turns + 1;
            case Message.ToolResult _ -> turns;
          };
    }
    return turns;
  }
}
