package dev.drover.internal.run;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.query.SessionSnapshot.ActiveToolCall;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When a session is idle, and how a host waits for that.
@Tag("B11")
@Timeout(60)
final class IdleTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  private Session session(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("wait"), says("done")))
        .tools(
            FakeTool.waiting(begun, goOn),
            FakeTool.unsafe(
                "stubborn",
                _ -> {
                  begun.countDown();
                  uninterruptibly();
                  return done("late");
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private void uninterruptibly() {
    while (true) {
      try {
        goOn.await();
        return;
      } catch (InterruptedException ignored) {
        // Ignores the interrupt.
      }
    }
  }

  @Test
  void aSessionIsIdleWhenItsRunIsOver() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session = session(drover);
      assertThat(session.isIdle()).isTrue();
      session.send("go");
      begun.await();
      assertThat(session.isIdle()).isFalse();
      assertThat(session.awaitIdle(SHORT)).isFalse();
      goOn.countDown();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(session.lastResponse()).contains("done");
    }
  }

  @Test
  void aCancelledToolThatHasNotEndedKeepsTheSessionBusy() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session = session(drover);
      var caller = Thread.ofVirtual().start(() -> session.tool("stubborn", Map.of()));
      begun.await();
      assertThat(session.cancel()).isTrue();
      caller.join();
      assertThat(session.isIdle()).isFalse();
      goOn.countDown();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(session.isIdle()).isTrue();
    }
  }

  @Test
  @Tag("B7")
  void aSessionIsNotUnloadedBeforeItsCancelledToolHasEnded() throws Exception {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(1).build()) {
      var session = session(drover);
      var caller = Thread.ofVirtual().start(() -> session.tool("stubborn", Map.of()));
      begun.await();
      assertThat(session.cancel()).isTrue();
      caller.join();
      var other = drover.agent("other").model(FakeModel.playing(says("done"))).build().open();
      for (int i = 0; i < 10; i++) {
        other.ask("hurry");
      }
      assertThat(session.isIdle()).isFalse();
      goOn.countDown();
      assertThat(session.awaitIdle(LONG)).isTrue();
    }
  }

  @Test
  @Tag("B9")
  void runningToolsAreListedWithTheirStartTime() throws Exception {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var session = session(drover);
      var run = session.send("go");
      begun.await();
      assertThat(session.activeTools())
          .singleElement()
          .satisfies(
              tool -> {
                assertThat(tool).extracting(ActiveToolCall::tool).isEqualTo("wait");
                assertThat(tool.run()).isEqualTo(run.id());
                assertThat(tool.since()).isEqualTo(VirtualTime.START);
              });
      goOn.countDown();
      run.await();
      assertThat(session.activeTools()).isEmpty();
    }
  }

  @Test
  void aWakeupIsDeliveredEvenIfItCameBeforeTheWait() throws Exception {
    goOn.countDown();
    try (var drover = Drover.inMemory()) {
      var session = session(drover);
      assertThat(session.awaitWakeup(SHORT)).isFalse();
      session.ask("go");
      assertThat(session.awaitWakeup(LONG)).isTrue();
      assertThat(session.awaitWakeup(SHORT)).isFalse();
      session.signal();
      session.signal();
      assertThat(session.awaitWakeup(LONG)).isTrue();
      assertThat(session.awaitWakeup(SHORT)).isFalse();
      var waiting = new FutureTask<>(() -> session.awaitWakeup(LONG));
      Thread.ofVirtual().start(waiting);
      session.send("again");
      assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void waitingForAWakeupFailsWhenTheSessionIsClosed() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session = session(drover);
      var waiting = new FutureTask<>(() -> session.awaitWakeup(LONG));
      Thread.ofVirtual().start(waiting);
      assertThat(session.awaitWakeup(SHORT)).isFalse();
      session.close();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
          .withCauseInstanceOf(SessionClosed.class);
      assertThatExceptionOfType(SessionClosed.class).isThrownBy(() -> session.awaitWakeup(SHORT));
    }
  }
}
