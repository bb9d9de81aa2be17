package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.RunEnded;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B5")
@Tag("B6")
@Tag("B7")
final class CloseTest {
  private final MemoryStore store = new MemoryStore();
  private final Drover drover = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  private final CountDownLatch inside = new CountDownLatch(1);
  private final AtomicInteger ended = new AtomicInteger();

  private Agent agent() {
    var tool =
        FakeTool.unsafe(
            "slow",
            _ -> {
              inside.countDown();
              try {
                new CountDownLatch(1).await();
              } finally {
                ended.incrementAndGet();
              }
              return done("never");
            });
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("slow"), says("done")))
        .tools(tool)
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  void everyCallerOfCloseReturnsWhenTheRunIsCancelledAndItsToolHasEnded() throws Exception {
    var session = agent().open();
    var run = session.send("go");
    inside.await();
    var seen = new ArrayList<Integer>();
    var closers = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      closers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    session.close();
                    synchronized (seen) {
                      seen.add(ended.get());
                    }
                  }));
    }
    for (var closer : closers) {
      closer.join();
    }
    assertThat(seen).containsOnly(1).hasSize(8);
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    session.close();
    assertThat(session.isClosed()).isTrue();
    assertThatThrownBy(() -> session.send("more"))
        .isInstanceOf(SessionClosed.class)
        .hasMessageContaining(session.id().value());
  }

  @Test
  void anInterruptedCloserStillCleansUpAndStaysInterrupted() throws Exception {
    var session = agent().open();
    session.send("go");
    inside.await();
    Thread.currentThread().interrupt();
    session.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).hasValue(1);
    assertThat(session.runs()).extracting(RunSnapshot::status).containsExactly(RunStatus.CANCELLED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatAPromptBeginsBehindACloseIsOver(boolean waits) {
    var closes =
        Hook.beforePrompt(
            "closes",
            submitted -> {
              drover.close(submitted.scene().session());
              return GateOutcome.proceed();
            });
    var endless = new FakeModel(Fakes.streamingForEver("one", new CountDownLatch(1)));
    var session = drover.agent("clerk").model(endless).hook(closes).build().open();
    if (waits) {
      assertThatThrownBy(() -> session.ask("go"))
          .isInstanceOf(RunEnded.class)
          .hasMessageContaining("the session was closed");
    } else {
      assertThat(session.send("go").await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void whatTheHostCallsBehindACloseIsOver() {
    var closes =
        Hook.beforeTool(
            "closes",
            called -> {
              drover.close(called.scene().session());
              return GateOutcome.proceed();
            });
    var endless = FakeTool.unsafe("endless", Fakes.endless(inside));
    var agent =
        drover
            .agent("clerk")
            .model(FakeModel.playing(says("done")))
            .tools(endless)
            .policy(Policy.ALLOW_ALL)
            .hook(closes)
            .build();
    var session = agent.open();
    assertThat(session.tool("endless", Map.of()).status()).isEqualTo(ToolReport.Status.CANCELLED);
  }

  @Test
  void aClosedSessionCanBeOpenedAgain() {
    var agent = agent();
    var session = agent.open();
    session.close();
    var again = agent.open(session.id(), OpenMode.RESUME);
    assertThat(again.isClosed()).isFalse();
    assertThat(again.history()).isEmpty();
  }

  @Test
  void closingTheRuntimeCancelsEveryRunInIt() throws Exception {
    var session = agent().open();
    session.send("go");
    inside.await();
    drover.close();
    drover.close();
    assertThat(ended).hasValue(1);
    try (var reader = Drover.on(store).build()) {
      assertThat(reader.archive().runs(session.id()))
          .extracting(RunSnapshot::status)
          .containsExactly(RunStatus.CANCELLED);
    }
  }

  @Test
  void disconnectingLeavesTheRunToWhoeverComesNext() throws Exception {
    var session = agent().open();
    var run = session.send("go");
    inside.await();
    drover.disconnect();
    try (var next = Drover.on(store).build()) {
      assertThat(next.archive().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.WAITING);
      var agent =
          next.agent("clerk").model(FakeModel.playing(calls("slow"), says("went on"))).build();
      var resumed = agent.open(session.id(), OpenMode.RESUME);
      assertThat(resumed.run(run.id()).orElseThrow().await().text()).isEqualTo("went on");
    }
  }

  @Test
  void liveSessionsAreListedInOrderAndClosedById() {
    var agent = agent();
    for (var id : List.of("c", "a", "b")) {
      agent.open(new SessionId(id));
    }
    assertThat(drover.sessions()).map(SessionId::value).containsExactly("a", "b", "c");
    assertThat(drover.close(new SessionId("b"))).isTrue();
    assertThat(drover.close(new SessionId("b"))).isFalse();
    assertThat(drover.close(new SessionId("unknown"))).isFalse();
    assertThat(drover.sessions()).map(SessionId::value).containsExactly("a", "c");
  }

  @Test
  void aHandleThatNobodyHoldsDoesNotKeepItsSession() {
    try (var small = Drover.on(new MemoryStore()).loadedSessions(4).build()) {
      var agent = small.agent("clerk").model(FakeModel.playing(says("hello"))).build();
      var kept = agent.open(new SessionId("kept"));
      for (int i = 0; i < 100; i++) {
        agent.open().ask("hi");
      }
      System.gc();
      assertThat(small.sessions().size()).isLessThan(50);
      assertThat(kept.ask("hi").text()).isEqualTo("hello");
      assertThat(kept.turnCount()).isEqualTo(1);
    }
  }
}
