package dev.drover.bench;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/// Compares the cost of a run in a child session with a run in the session itself; and runs many
/// children at once.
///
/// Arguments: `cost`, runs per round and rounds; or `live` and the number of children.
public final class TaskBench {
  private static final int PER_PARENT = 32;

  private TaskBench() {}

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "cost" -> cost(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "live" -> live(Integer.parseInt(args[1]));
      default -> throw new IllegalArgumentException("cost or live, not " + args[0]);
    }
  }

  /// Alternating, so that both run under the same conditions.
  private static void cost(int runs, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      var plain = measured(runs, BenchWorkload::agent);
      var given = measured(runs, TaskBench::delegatingAgent);
      System.out.printf(
          Locale.ROOT,
          "a run: %,.1f µs, %,d bytes; with a child that does such a run: %,.1f µs, %,d bytes; the"
              + " child costs %.2f × in time, %.2f × in bytes%n",
          plain.micros(),
          plain.bytes(),
          given.micros(),
          given.bytes(),
          given.micros() / plain.micros() - 1,
          (double) given.bytes() / plain.bytes() - 1);
    }
  }

  private record Cost(double micros, long bytes) {}

  private interface Hired {
    Agent in(Drover drover);
  }

  private static Cost measured(int runs, Hired agents) {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var agent = agents.in(drover);
      JvmMeter.heap();
      long bytes = JvmMeter.allocated();
      long start = System.nanoTime();
      for (int i = 0; i < runs; i++) {
        try (var session = agent.open()) {
          session.ask(BenchWorkload.PROMPT);
        }
      }
      double seconds = JvmMeter.seconds(start);
      return new Cost(seconds * 1e6 / runs, (JvmMeter.allocated() - bytes) / runs);
    }
  }

  /// Delegates the work and returns the result.
  private static Agent delegatingAgent(Drover drover) {
    return drover
        .agent("boss")
        .model(
            TwoTurnModel.calling(
                "bench/boss",
                "task",
                "{\"agent\":\"weatherman\",\"prompt\":\"The weather in Paris?\"}",
                "It is sunny."))
        .policy(Policy.ALLOW_ALL)
        .subagents(
            List.of(Subagent.of("weatherman", "knows it", "Tell it.").with(BenchWorkload.model())))
        .tools(BenchWorkload.tools())
        .build();
  }

  private static void live(int children) throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var released = new CountDownLatch(1);
      var agent =
          drover
              .agent("boss")
              .model(new Patient(released))
              .policy(Policy.ALLOW_ALL)
              .subagents(List.of(Subagent.of("helper", "helps", "Help.")))
              .build();
      agent.open().ask("hello");
      long before = JvmMeter.heap();
      long start = System.nanoTime();
      var runs = started(agent, children);
      double started = JvmMeter.seconds(start);
      long during = JvmMeter.heap();
      released.countDown();
      runs.forEach(Run::await);
      double seconds = JvmMeter.seconds(start);
      runs.clear();
      drover.queries().sessions().reversed().forEach(row -> drover.delete(row.session()));
      System.out.printf(
          Locale.ROOT,
          "%,d children at work at once, begun in %.1f s, all ended after %.1f s; heap %,d kB"
              + " before, %,d kB with them (%,d bytes each), %,d kB when all were deleted%n",
          children,
          started,
          seconds,
          before >> 10,
          during >> 10,
          (during - before) / children,
          JvmMeter.heap() >> 10);
    }
  }

  /// Starts as many children in each session as one session may have at once, until there are
  /// enough.
  private static List<Run> started(Agent agent, int children) {
    var runs = new ArrayList<Run>();
    while (runs.size() < children) {
      var parent = agent.open();
      for (int i = 0; i < PER_PARENT && runs.size() < children; i++) {
        runs.add(parent.tasks().start(TaskAssignment.to("helper", "wait " + i)));
      }
    }
    return runs;
  }

  /// Blocks in children until released; answers at once in parents.
  private record Patient(CountDownLatch released) implements Model {
    private static final ModelReply DONE =
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("done"))),
            StopReason.DONE,
            new Usage(10, 2, 0, 0, 0));

    @Override
    public String name() {
      return "bench/patient";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) throws InterruptedException {
      if (request.agent().endsWith("/helper")) {
        released.await();
      }
      return DONE;
    }
  }
}
