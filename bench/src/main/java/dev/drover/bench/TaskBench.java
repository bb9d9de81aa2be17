package dev.drover.bench;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/// What it costs to have a child do a run, against doing it oneself; and many children at once.
///
/// Arguments: `cost`, runs per round and rounds; or `live` and how many children.
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

  /// In turns, so that both meet the same machine.
  private static void cost(int runs, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      var plain = measured(runs, Workload::agent);
      var given = measured(runs, TaskBench::boss);
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

  private static Cost measured(int runs, Hired hired) {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var agent = hired.in(drover);
      Meter.heap();
      long bytes = Meter.allocated();
      long start = System.nanoTime();
      for (int i = 0; i < runs; i++) {
        try (var session = agent.open()) {
          session.ask(Workload.PROMPT);
        }
      }
      double seconds = Meter.seconds(start);
      return new Cost(seconds * 1e6 / runs, (Meter.allocated() - bytes) / runs);
    }
  }

  /// Gives the work away, and says what came of it.
  private static Agent boss(Drover drover) {
    return drover
        .agent("boss")
        .model(
            TwoTurns.calling(
                "bench/boss",
                "task",
                "{\"agent\":\"weatherman\",\"prompt\":\"The weather in Paris?\"}",
                "It is sunny."))
        .policy(Policy.ALLOW_ALL)
        .subagents(
            List.of(Subagent.of("weatherman", "knows it", "Tell it.").with(Workload.model())))
        .tools(Workload.tools())
        .build();
  }

  private static void live(int children) throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var goOn = new CountDownLatch(1);
      var agent =
          drover
              .agent("boss")
              .model(new Patient(goOn))
              .policy(Policy.ALLOW_ALL)
              .subagents(List.of(Subagent.of("helper", "helps", "Help.")))
              .build();
      agent.open().ask("hello");
      long before = Meter.heap();
      long start = System.nanoTime();
      var runs = begun(agent, children);
      double begun = Meter.seconds(start);
      long during = Meter.heap();
      goOn.countDown();
      runs.forEach(Run::await);
      double seconds = Meter.seconds(start);
      runs.clear();
      drover.archive().sessions().reversed().forEach(row -> drover.delete(row.session()));
      System.out.printf(
          Locale.ROOT,
          "%,d children at work at once, begun in %.1f s, all ended after %.1f s; heap %,d kB"
              + " before, %,d kB with them (%,d bytes each), %,d kB when all were deleted%n",
          children,
          begun,
          seconds,
          before >> 10,
          during >> 10,
          (during - before) / children,
          Meter.heap() >> 10);
    }
  }

  /// As many as one session may have at once, for each of as many sessions as it takes.
  private static List<Run> begun(Agent agent, int children) {
    var runs = new ArrayList<Run>();
    while (runs.size() < children) {
      var parent = agent.open();
      for (int i = 0; i < PER_PARENT && runs.size() < children; i++) {
        runs.add(parent.tasks().start(Assignment.to("helper", "wait " + i)));
      }
    }
    return runs;
  }

  /// Whoever works for others waits; the others do not.
  private record Patient(CountDownLatch goOn) implements Model {
    private static final ModelReply DONE =
        new ModelReply(
            List.of(new Block.Prose(Text.of("done"))), StopReason.DONE, new Usage(10, 2, 0, 0, 0));

    @Override
    public String name() {
      return "bench/patient";
    }

    @Override
    public ModelReply call(ModelRequest request, DeltaSink deltas) throws InterruptedException {
      if (request.agent().endsWith("/helper")) {
        goOn.await();
      }
      return DONE;
    }
  }
}
