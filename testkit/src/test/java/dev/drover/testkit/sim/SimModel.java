package dev.drover.testkit.sim;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.ProviderConversationCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A model that takes its time, fails, is throttled, calls the tools that it is offered, and comes
/// to an end. Each of its replies is unique.
record SimModel(SimulationContext context, SimProcess process) implements Model {
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
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    requireConversation(request);
    pause();
    deltas.accept(new Delta.TextDelta("well"));
    pause();
    if (!context.faults().isOver()) {
      breakSometimes();
    }
    var words = context.world().freshId("reply-");
    var usage = new Usage(1 + context.dice().nextInt(5), 1 + context.dice().nextInt(5), 0, 0, 0);
    var blocks = new ArrayList<ContentBlock>();
    blocks.add(new ContentBlock.Prose(Text.of(words)));
    blocks.addAll(calls(request));
    context.witness().replied(words, usage);
    return new ModelReply(blocks, blocks.size() > 1 ? StopReason.CALLS : StopReason.DONE, usage);
  }

  /// A strict provider accepts the request, and a child sees no messages of others.
  private void requireConversation(ModelRequest request) {
    var objections = ProviderConversationCheck.objections(joined(request.messages()));
    context.violations().require(objections.isEmpty(), "A13", "a provider says %s", objections);
    if (request.agent().endsWith(SimHost.SCOUT.name())) {
      for (var message : request.messages()) {
        context
            .violations()
            .require(!isForOthers(message), "F2", "%s hears %s", request.agent(), message);
      }
    }
  }

  /// Joins consecutive messages of one role, as adapters do.
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
    var length = Duration.ofMillis(1L << context.dice().nextInt(13));
    context.world().sleepUntil(process, context.world().now().plus(length));
  }

  private void breakSometimes() throws ModelException {
    switch (context.dice().nextInt(20)) {
      case 0 -> throw broken(new Failure.Retry.Later(Duration.ZERO));
      case 1 -> throw broken(new Failure.Retry.Throttled(Duration.ofSeconds(3)));
      case 2 -> {
        if (context.chance(30)) {
          throw broken(Failure.Retry.NEVER);
        }
      }
      default -> {}
    }
  }

  private ModelException broken(Failure.Retry retry) {
    var problem = new Problem("model_unavailable", "Away", "the model is away", "Try later.");
    var failure = new Failure(problem, retry);
    context.witness().failed(failure);
    return new ModelException(failure, null);
  }

  private List<ContentBlock.Call> calls(ModelRequest request) {
    if (request.tools().isEmpty() || turns(request) >= TURNS || context.chance(40)) {
      return List.of();
    }
    var calls = new ArrayList<ContentBlock.Call>();
    int many = 1 + context.dice().nextInt(MOST_CALLS);
    for (int i = 0; i < many; i++) {
      var tool = request.tools().get(context.dice().nextInt(request.tools().size())).name();
      calls.add(new ContentBlock.Call(new ToolCall("c" + i, tool, Text.of(arguments(tool)))));
    }
    return calls;
  }

  private String arguments(String tool) {
    return switch (tool) {
      case "task" ->
          "{\"agent\":\"scout\",\"prompt\":\"look\",\"background\":%s}"
              .formatted(context.chance(30));
      case "hand_off" -> "{\"agent\":\"billing\",\"message\":\"go on\"}";
      default -> context.chance(3) ? "{\"surprise\"" : "{}";
    };
  }

  /// The number of its replies since the last user message.
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
