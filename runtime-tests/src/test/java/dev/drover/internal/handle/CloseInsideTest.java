package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.query.RunSnapshot;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.testkit.CrashingStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A close that is requested by code that the close has to end.
@Tag("B5")
@Timeout(60)
final class CloseInsideTest {
  private static final SessionId SESSION = new SessionId("s-1");

  /// Far less than the five seconds that a close waits for code that does not end.
  private static final Duration AT_ONCE = Duration.ofSeconds(3);

  private final MemoryStore store = new MemoryStore();
  private final Drover drover =
      Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  private final AtomicReference<Duration> took = new AtomicReference<>();
  private final AtomicReference<Session> session = new AtomicReference<>();
  private final CountDownLatch returned = new CountDownLatch(1);

  private void close(Runnable closing) {
    long since = System.nanoTime();
    closing.run();
    took.set(Duration.ofNanos(System.nanoTime() - since));
    returned.countDown();
  }

  private FakeTool closing(Runnable body) {
    return FakeTool.unsafe(
        "close",
        _ -> {
          close(body);
          return done("closed");
        });
  }

  private Session opened(Runnable body) {
    session.set(
        drover
            .agent("clerk")
            .model(FakeModel.playing(calls("close"), says("done")))
            .tools(closing(body))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open(SESSION));
    return session.get();
  }

  @Test
  void aToolCanCloseItsOwnSessionWithoutDeadlock() throws Exception {
    var ended = new CountDownLatch(1);
    var own = opened(() -> session.get().close());
    own.hooks().register(Hook.observer("end", HookPoint.SessionEnd.class, _ -> ended.countDown()));
    var run = own.send("go");
    returned.await();
    assertThat(took.get()).isLessThan(AT_ONCE);
    assertThat(own.isClosed()).isTrue();
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    ended.await();
    own.close();
    assertThat(drover.close(SESSION)).as("it is still open").isFalse();
  }

  @Test
  void aToolCanCloseItsRuntimeWithoutDeadlock() throws Exception {
    var own = opened(drover::close);
    own.send("go");
    returned.await();
    assertThat(took.get()).isLessThan(AT_ONCE);
    drover.close();
    try (var reader = Drover.on(store).build()) {
      assertThat(reader.queries().runs(SESSION))
          .extracting(RunSnapshot::status)
          .containsExactly(RunStatus.CANCELLED);
    }
  }

  @Test
  @Tag("F2")
  void aToolOfAChildCanCloseTheParentWithoutDeadlock() throws Exception {
    var helper = Subagent.of("helper", "Helps.", "Help.").withTools("close");
    var model = FakeModel.playing(calls("close"), says("done"));
    var agent =
        drover
            .agent("clerk")
            .model(model)
            .tools(closing(() -> session.get().close()))
            .subagents(List.of(helper))
            .policy(Policy.ALLOW_ALL)
            .build();
    session.set(agent.open(SESSION));
    var work = Thread.ofVirtual().start(() -> startTask(session.get()));
    returned.await();
    assertThat(took.get()).isLessThan(AT_ONCE);
    work.join();
    session.get().close();
    assertThat(drover.close(SESSION)).as("it is still open").isFalse();
  }

  private static void startTask(Session parent) {
    try {
      parent.tasks().run("helper", "go");
    } catch (SessionClosed expected) {
      assertThat(expected).hasMessageContaining(SESSION.value());
    }
  }

  @Test
  @Tag("E6")
  void anObserverCanCloseItsSessionWithoutDeadlock() throws Exception {
    var closes =
        Hook.observer("closes", HookPoint.RunEnd.class, _ -> close(() -> session.get().close()));
    var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).hook(closes).build();
    session.set(agent.open(SESSION));
    assertThat(session.get().ask("go").text()).isEqualTo("done");
    returned.await();
    assertThat(took.get()).isLessThan(AT_ONCE);
    session.get().close();
    assertThat(drover.close(SESSION)).as("it is still open").isFalse();
  }

  @Test
  void aModelCanCloseItsSessionWithoutDeadlock() throws Exception {
    var model =
        new FakeModel(
            (_, _) -> {
              close(() -> session.get().close());
              return says("too late");
            });
    session.set(drover.agent("clerk").model(model).build().open(SESSION));
    var run = session.get().send("go");
    returned.await();
    assertThat(took.get()).isLessThan(AT_ONCE);
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
  }
}
