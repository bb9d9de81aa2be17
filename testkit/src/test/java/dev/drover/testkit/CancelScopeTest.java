package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunStatus;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.tool.CancelScope;
import dev.drover.spi.tool.CancelScope.State;
import dev.drover.spi.tool.ScopeCancelled;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// Runtime, session, run, call: what is cancelled above is cancelled below, and whoever is attached
/// learns of it.
@Tag("B6")
@Timeout(60)
final class CancelScopeTest {
  private static final int ROUNDS = 200;

  private final MemoryStore store = new MemoryStore();

  /// Of the calls that have begun.
  private final BlockingQueue<CancelScope> begun = new ArrayBlockingQueue<>(8);

  private final CountDownLatch goOn = new CountDownLatch(1);

  /// What callbacks saw: the status of the run when they were called.
  private final BlockingQueue<String> told = new ArrayBlockingQueue<>(64);

  private Drover drover() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private Session open(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("work"), says("done")))
        .tools(
            FakeTool.unsafe(
                "work",
                call -> {
                  begun.add(call.scope());
                  goOn.await();
                  return done("worked");
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private String next() throws InterruptedException {
    return told.poll(10, TimeUnit.SECONDS);
  }

  private CancelScope call() throws InterruptedException {
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
      run.scope().onCancel(() -> told.add("run " + run.status()));
      call.onCancel(() -> told.add("call " + run.status()));
      assertThat(run.scope().state()).isEqualTo(State.OPEN);
      run.cancel();
      // Told when it is durable, not before.
      assertThat(new String[] {next(), next()})
          .containsExactlyInAnyOrder("run CANCELLED", "call CANCELLED");
      assertThat(run.scope().isCancelled()).isTrue();
      assertThatExceptionOfType(ScopeCancelled.class)
          .isThrownBy(run.scope()::check)
          .withMessage("the run was cancelled by user: cancelled through its handle");
      assertThatExceptionOfType(ScopeCancelled.class).isThrownBy(call::check);
      assertThat(session.scope().state()).isEqualTo(State.OPEN);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void aCancelledCallLeavesItsRunOpen() throws Exception {
    try (var drover = drover()) {
      var run = open(drover).send("go");
      var call = call();
      assertThat(run.cancel(new EffectId(2))).isTrue();
      call.onCancel(() -> told.add("call"));
      assertThat(next()).isEqualTo("call");
      assertThat(run.await().status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(run.scope().state()).isEqualTo(State.OVER);
    }
  }

  @Test
  void aClosedSessionCancelsItsRunItsCallOfTheHostAndItself() throws Exception {
    try (var drover = drover()) {
      var session = open(drover);
      var run = session.send("go");
      var ofRun = call();
      var host = Thread.ofVirtual().start(() -> session.tool("work", Map.of()));
      var ofHost = call();
      session.scope().onCancel(() -> told.add("session"));
      run.scope().onCancel(() -> told.add("run"));
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
  void aClosedRuntimeCancelsAllBelowIt() throws Exception {
    var drover = drover();
    var session = open(drover);
    var run = session.send("go");
    var call = call();
    var ofRun = run.scope();
    ofRun.onCancel(() -> told.add("run"));
    drover.scope().onCancel(() -> told.add("runtime"));
    drover.close();
    assertThat(new String[] {next(), next()}).containsExactlyInAnyOrder("run", "runtime");
    assertThat(drover.scope().isCancelled()).isTrue();
    assertThat(session.scope().isCancelled()).isTrue();
    assertThat(ofRun.isCancelled()).isTrue();
    assertThat(call.isCancelled()).isTrue();
  }

  @Test
  void whatIsLetGoOfIsOverAndNotCancelled() throws Exception {
    var drover = drover();
    var session = open(drover);
    session.send("go");
    call();
    session.scope().onCancel(() -> told.add("session"));
    drover.disconnect();
    assertThat(session.scope().state()).isEqualTo(State.OVER);
    assertThat(drover.scope().state()).isEqualTo(State.OVER);
    assertThat(told).isEmpty();
  }

  @Test
  void aDeletedSessionIsCancelled() throws Exception {
    try (var drover = drover()) {
      var session = open(drover);
      session.scope().onCancel(() -> told.add("session"));
      drover.delete(session.id());
      assertThat(next()).isEqualTo("session");
      assertThat(session.scope().why()).isEqualTo("the session was deleted");
    }
  }

  @Test
  void aRunThatCompletesIsOverAndItsCallToo() throws Exception {
    try (var drover = drover()) {
      var run = open(drover).send("go");
      var call = call();
      var scope = run.scope();
      scope.onCancel(() -> told.add("run"));
      call.onCancel(() -> told.add("call"));
      goOn.countDown();
      run.await();
      assertThat(scope.state()).isEqualTo(State.OVER);
      assertThat(call.state()).isEqualTo(State.OVER);
      scope.check();
      assertThat(run.cancel()).isFalse();
      assertThat(scope.state()).isEqualTo(State.OVER);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void aCallbackThatHangsHoldsUpNeitherTheRunNorTheClose() throws Exception {
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
  void howeverACancelMeetsTheEndTheScopeSaysWhatTheJournalSays() throws Exception {
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
