package dev.drover.internal.takeover;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.tool.AgentTool;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A run moves from process to process, more often than a crash would be retried.
@Tag("A12")
@Tag("J2")
@Timeout(60)
final class MoveTest {
  private static final SessionId SESSION = new SessionId("s-moved");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MOVES = 6;

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore(time::now);
  private final List<Drover> dead = new ArrayList<>();
  private final AtomicInteger processes = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @AfterEach
  void close() {
    mayEnd.countDown();
    dead.forEach(Drover::disconnect);
  }

  /// A process with its own id, on the given clock.
  private Drover process(VirtualTime clock) {
    int number = processes.incrementAndGet();
    for (int i = 0; i < number; i++) {
      clock.freshId("p-");
    }
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
        .time(clock)
        .retries(new ModelRetries(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 0))
        .build();
  }

  private RunId go(Drover drover, FakeModel model, AgentTool... tools) {
    var session =
        drover
            .agent("mover")
            .model(model)
            .policy(Policy.ALLOW_ALL)
            .tools(List.of(tools))
            .build()
            .open(SESSION, OpenMode.CREATE_OR_RESUME);
    var unfinished = drover.queries().runs(SESSION);
    return unfinished.isEmpty() ? session.send("go").id() : unfinished.getFirst().run();
  }

  private static FakeModel saysInAnHour() {
    return new FakeModel(
        (request, _) -> {
          if (request.attempt() == 1) {
            throw FakeAgents.broken(new Failure.Retry.Later(HOUR));
          }
          return says("at last");
        });
  }

  private static void awaitWait(Drover drover, RunId run) throws InterruptedException {
    ApprovalWaits.until(() -> !drover.queries().run(run).orElseThrow().waitingFor().isEmpty());
  }

  private String endIn(Drover drover, RunId run) throws InterruptedException {
    ApprovalWaits.until(() -> drover.queries().report(run).isPresent());
    return drover.queries().report(run).orElseThrow().text();
  }

  @Test
  void aRunThatWaitsForAnHourSurvivesAnyNumberOfRestarts() throws InterruptedException {
    for (int i = 0; i < MOVES; i++) {
      try (var drover = process(time)) {
        var run = go(drover, saysInAnHour());
        awaitWait(drover, run);
        drover.disconnect();
      }
      time.advance(Duration.ofMinutes(1));
    }
    try (var last = process(time)) {
      var run = go(last, saysInAnHour());
      time.advance(HOUR);
      assertThat(endIn(last, run)).isEqualTo("at last");
    }
  }

  @Test
  void aRunThatWaitsForAnHourSurvivesAnyNumberOfDeaths() throws InterruptedException {
    for (int i = 0; i < MOVES; i++) {
      var clock = new VirtualTime();
      clock.set(time.now());
      var drover = process(clock);
      dead.add(drover);
      var run = go(drover, saysInAnHour());
      awaitWait(drover, run);
      // Longer than the lease, which is not renewed because the process's clock stands still.
      time.advance(Duration.ofMinutes(1));
    }
    try (var last = process(time)) {
      var run = go(last, saysInAnHour());
      time.advance(HOUR);
      assertThat(endIn(last, run)).isEqualTo("at last");
    }
  }

  @Test
  void aModelCallInterruptedByEachRestartIsRepeated() throws InterruptedException {
    var model =
        new FakeModel(
            (_, _) -> {
              begun.release();
              mayEnd.await();
              return says("at last");
            });
    for (int i = 0; i < MOVES; i++) {
      try (var drover = process(time)) {
        go(drover, model);
        begun.acquire();
        drover.disconnect();
      }
    }
    mayEnd.countDown();
    try (var last = process(time)) {
      var run = go(last, model);
      assertThat(endIn(last, run)).isEqualTo("at last");
    }
  }

  @Test
  void aPureCallInterruptedByEachRestartIsRepeated() throws InterruptedException {
    var look =
        FakeTool.pure(
            "look",
            _ -> {
              begun.release();
              mayEnd.await();
              return FakeAgents.done("seen");
            });
    for (int i = 0; i < MOVES; i++) {
      try (var drover = process(time)) {
        go(drover, FakeModel.playing(FakeAgents.calls("look"), says("at last")), look);
        begun.acquire();
        drover.disconnect();
      }
    }
    mayEnd.countDown();
    try (var last = process(time)) {
      var run = go(last, FakeModel.playing(FakeAgents.calls("look"), says("at last")), look);
      assertThat(endIn(last, run)).isEqualTo("at last");
      assertThat(last.queries().snapshot(SESSION).messages().toString()).contains("seen");
    }
  }
}
