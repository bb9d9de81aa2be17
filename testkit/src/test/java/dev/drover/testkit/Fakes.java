package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// Models, tools and agents for tests of whole runs.
final class Fakes {
  private Fakes() {}

  /// What a model does when it is asked.
  interface Mind {
    ModelReply reply(ModelRequest request, DeltaSink deltas)
        throws ModelException, InterruptedException;
  }

  /// A model that does what it is given, and remembers what it was asked.
  static final class FakeModel implements Model {
    private final Mind mind;
    private final List<ModelRequest> requests = new ArrayList<>();

    FakeModel(Mind mind) {
      this.mind = mind;
    }

    /// Plays these replies; which one is next is the number of its replies in the conversation.
    static FakeModel playing(ModelReply... replies) {
      return new FakeModel(
          (request, _) -> {
            long said =
                request.messages().stream().filter(Message.Assistant.class::isInstance).count();
            return replies[(int) Math.min(said, replies.length - 1)];
          });
    }

    @Override
    public String name() {
      return "fake/model";
    }

    @Override
    public ModelReply call(ModelRequest request, DeltaSink deltas)
        throws ModelException, InterruptedException {
      synchronized (requests) {
        requests.add(request);
      }
      return mind.reply(request, deltas);
    }

    List<ModelRequest> requests() {
      synchronized (requests) {
        return List.copyOf(requests);
      }
    }
  }

  /// What a tool does when it is called.
  interface Body {
    ToolAnswer call(ToolInvocation call) throws Exception;
  }

  /// A tool without arguments that does what it is given.
  record FakeTool(ToolSpec spec, Body body) implements AgentTool {
    static FakeTool unsafe(String name, Body body) {
      return of(name, EffectClass.UNSAFE, AfterCrash.TELL_MODEL, body);
    }

    static FakeTool pure(String name, Body body) {
      return of(name, EffectClass.PURE, AfterCrash.RUN_AGAIN, body);
    }

    /// A tool `wait` that says when it has begun, and is done when it may go on.
    static FakeTool waiting(CountDownLatch begun, CountDownLatch goOn) {
      return unsafe(
          "wait",
          _ -> {
            begun.countDown();
            goOn.await();
            return done("waited");
          });
    }

    static FakeTool of(String name, EffectClass effects, AfterCrash afterCrash, Body body) {
      return new FakeTool(
          new ToolSpec(
              name,
              "Does " + name + ".",
              "{\"type\":\"object\"}",
              new CallTerms(effects, afterCrash, Pace.PARALLEL)),
          body);
    }

    @Override
    public ToolAnswer call(ToolInvocation call) throws Exception {
      return body.call(call);
    }
  }

  static ModelReply says(String text) {
    return new ModelReply(
        List.of(new Block.Prose(Text.of(text))), StopReason.DONE, new Usage(10, 2, 0, 0, 0));
  }

  static ModelReply calls(String... tools) {
    List<Block> blocks =
        Stream.of(tools)
            .<Block>map(tool -> new Block.Call(new ToolCall("call-" + tool, tool, Text.of("{}"))))
            .toList();
    return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 5, 0, 0, 0));
  }

  static ToolOutcome done(String text) {
    return new ToolOutcome.Succeeded(Text.of(text));
  }

  /// Streams a text and then waits until it is interrupted.
  static Mind streamingForEver(String text, CountDownLatch streamed) {
    return (_, deltas) -> {
      deltas.accept(new Delta.TextDelta(text));
      streamed.countDown();
      new CountDownLatch(1).await();
      throw new IllegalStateException("nobody lets it go on");
    };
  }

  /// An agent that begins to talk, and does not stop by itself.
  static Agent talker(Drover drover, CountDownLatch begun) {
    return drover.agent("talker").model(new FakeModel(streamingForEver("one", begun))).build();
  }

  /// What a tool does that begins, and then waits until it is interrupted.
  static Body endless(CountDownLatch begun) {
    return _ -> {
      begun.countDown();
      new CountDownLatch(1).await();
      throw new IllegalStateException("nobody lets it go on");
    };
  }

  static ModelException throttled(Duration retryAfter) {
    return new ModelException(
        new Failure(
            new Problem("model_throttled", "Throttled", "status 429", "Wait."),
            new Failure.Retry.Throttled(retryAfter)),
        null);
  }

  static ModelException broken(Failure.Retry retry) {
    return new ModelException(
        new Failure(
            new Problem("model_unavailable", "Unavailable", "the model is away", "Try later."),
            retry),
        null);
  }
}
