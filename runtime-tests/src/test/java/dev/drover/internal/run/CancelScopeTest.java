package dev.drover.internal.run;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.EffectId;
import dev.drover.policy.Policy;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.spi.tool.CancellationToken.CancelledException;
import dev.drover.spi.tool.CancellationToken.State;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runtime, session, run, call: cancelling a scope cancels the scopes below it, and their callbacks
/// are notified.
@Tag("B6")
@Timeout(60)
final class CancelScopeTest {
  private static final int ROUNDS = 200;

  private final MemoryStore store = new MemoryStore();

  /// The tokens of the calls that have begun.
  private final BlockingQueue<CancellationToken> begun = new ArrayBlockingQueue<>(8);

  private final CountDownLatch goOn = new CountDownLatch(1);

  /// The status of the run that callbacks saw when they were called.
  private final BlockingQueue<String> notifications = new ArrayBlockingQueue<>(64);

  private Drover drover() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private Session open(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("work"), says("done")))
        .tools(
            FakeTool.unsafe(
                "work",
                call -> {
                  begun.add(call.cancellation());
                  goOn.await();
                  return done("worked");
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private String next() throws InterruptedException {
    return notifications.poll(10, TimeUnit.SECONDS);
  }

  private CancellationToken call() throws InterruptedException {
    var scope = begun.poll(10, TimeUnit.SECONDS);
    assertThat(scope).isNotNull();
    return scope;
  }

  @Test
  void aCancelledRunCancelsItsCallAndLeavesItsSessionOpen() throws Exception {
    try (var drover = drover()) {
      var session = open(drover);
      var run = session.send("go");
      var call = call();
      run.scope().onCancel(() -> notifications.add("run " + run.status()));
      call.onCancel(() -> notifications.add("call " + run.status()));
      assertThat(run.scope().state()).isEqualTo(State.OPEN);
      run.cancel();
      // Callbacks run once the cancel is durable, not before.
      assertThat(new String[] {next(), next()})
          .containsExactlyInAnyOrder("run CANCELLED", "call CANCELLED");
      assertThat(run.scope().isCancelled()).isTrue();
      assertThatExceptionOfType(CancelledException.class)
          .isThrownBy(run.scope()::check)
          .withMessage("the run was cancelled by user: cancelled through its handle");
      assertThatExceptionOfType(CancelledException.class).isThrownBy(call::check);
      assertThat(session.scope().state()).isEqualTo(State.OPEN);
      assertThat(notifications).isEmpty();
    }
  }

  @Test
  void aCancelledCallLeavesItsRunOpen() throws Exception {
    try (var drover = drover()) {
      var run = open(drover).send("go");
      var call = call();
      assertThat(run.cancel(new EffectId(2))).isTrue();
      call.onCancel(() -> notifications.add("call"));
      assertThat(next()).isEqualTo("call");
      assertThat(run.await().status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(run.scope().state()).isEqualTo(State.OVER);
    }
  }

  @Test
  void closingASessionCancelsItsRunItsDirectCallAndItself() throws Exception {
    try (var drover = drover()) {
      var session = open(drover);
      var run = session.send("go");
      var ofRun = call();
      var host = Thread.ofVirtual().start(() -> session.tool("work", Map.of()));
      var ofHost = call();
      session.scope().onCancel(() -> notifications.add("session"));
      run.scope().onCancel(() -> notifications.add("run"));
      session.close();
      assertThat(new String[] {next(), next()}).containsExactlyInAnyOrder("session", "run");
      assertThat(session.scope().why()).isEqualTo("the session was closed");
      assertThat(ofRun.isCancelled()).isTrue();
      assertThat(ofHost.isCancelled()).isTrue();
      assertThat(drover.scope().state()).isEqualTo(State.OPEN);
      host.join();
    }
  }

  @Test
  void closingARuntimeCancelsEverythingBelowIt() throws Exception {
    var drover = drover();
    var session = open(drover);
    var run = session.send("go");
    var call = call();
    var ofRun = run.scope();
    ofRun.onCancel(() -> notifications.add("run"));
    drover.scope().onCancel(() -> notifications.add("runtime"));
    drover.close();
    assertThat(new String[] {next(), next()}).containsExactlyInAnyOrder("run", "runtime");
    assertThat(drover.scope().isCancelled()).isTrue();
    assertThat(session.scope().isCancelled()).isTrue();
    assertThat(ofRun.isCancelled()).isTrue();
    assertThat(call.isCancelled()).isTrue();
  }

  @Test
  void disconnectingEndsScopesWithoutCancellingThem() throws Exception {
    var drover = drover();
    var session = open(drover);
    session.send("go");
    call();
    session.scope().onCancel(() -> notifications.add("session"));
    drover.disconnect();
    assertThat(session.scope().state()).isEqualTo(State.OVER);
    assertThat(drover.scope().state()).isEqualTo(State.OVER);
    assertThat(notifications).isEmpty();
  }

  @Test
  void aDeletedSessionIsCancelled() throws Exception {
    try (var drover = drover()) {
      var session = open(drover);
      session.scope().onCancel(() -> notifications.add("session"));
      drover.delete(session.id());
      assertThat(next()).isEqualTo("session");
      assertThat(session.scope().why()).isEqualTo("the session was deleted");
    }
  }

  @Test
  void aCompletedRunEndsItsScopeAndThatOfItsCall() throws Exception {
    try (var drover = drover()) {
      var run = open(drover).send("go");
      var call = call();
      var scope = run.scope();
      scope.onCancel(() -> notifications.add("run"));
      call.onCancel(() -> notifications.add("call"));
      goOn.countDown();
      run.await();
      assertThat(scope.state()).isEqualTo(State.OVER);
      assertThat(call.state()).isEqualTo(State.OVER);
      scope.check();
      assertThat(run.cancel()).isFalse();
      assertThat(scope.state()).isEqualTo(State.OVER);
      assertThat(notifications).isEmpty();
    }
  }

  @Test
  void aHangingCallbackBlocksNeitherTheRunNorTheClose() throws Exception {
    try (var drover = drover()) {
      var run = open(drover).send("go");
      call().onCancel(CancelScopeTest::hang);
      run.scope().onCancel(CancelScopeTest::hang);
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  private static void hang() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theScopeAgreesWithTheJournalWhenACancelRacesTheEnd() throws Exception {
    try (var drover = drover()) {
      for (int round = 0; round < ROUNDS; round++) {
        var session = drover.agent("brief").model(FakeModel.playing(says("done"))).build().open();
        var run = session.send("go");
        var scope = run.scope();
        var calls = new AtomicInteger();
        scope.onCancel(calls::incrementAndGet);
        cancelAtTheSameTime(run);
        var status = run.await().status();
        assertThat(scope.state())
            .as("round %d", round)
            .isEqualTo(status == RunStatus.CANCELLED ? State.CANCELLED : State.OVER);
        while (status == RunStatus.CANCELLED && calls.get() == 0) {
          Thread.onSpinWait();
        }
        assertThat(calls.get())
            .as("round %d", round)
            .isEqualTo(status == RunStatus.CANCELLED ? 1 : 0);
        session.close();
      }
    }
  }

  private static void cancelAtTheSameTime(Run run) throws Exception {
    var start = new CyclicBarrier(2);
    var other =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    start.await(10, TimeUnit.SECONDS);
                  } catch (Exception late) {
                    throw new AssertionError(late);
                  }
                  run.cancel();
                });
    start.await(10, TimeUnit.SECONDS);
    run.cancel();
    other.join();
  }
}
