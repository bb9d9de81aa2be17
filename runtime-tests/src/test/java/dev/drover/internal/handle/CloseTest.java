package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.query.RunSnapshot;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.DirectTools.ToolReport;
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
  private final Drover drover =
      Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
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
  void anInterruptedCloseStillCleansUpAndKeepsTheInterrupt() throws Exception {
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
  void aRunThatAPromptStartsDuringACloseIsEnded(boolean waits) {
    var closes =
        Hook.beforePrompt(
            "closes",
            submitted -> {
              drover.close(submitted.scene().session());
              return GateOutcome.proceed();
            });
    var endless = new FakeModel(FakeAgents.streamingForEver("one", new CountDownLatch(1)));
    var session = drover.agent("clerk").model(endless).hook(closes).build().open();
    if (waits) {
      assertThatThrownBy(() -> session.ask("go"))
          .isInstanceOf(RunNotCompleted.class)
          .hasMessageContaining("the session was closed");
    } else {
      assertThat(session.send("go").await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void aDirectCallThatStartsDuringACloseIsEnded() {
    var closes =
        Hook.beforeTool(
            "closes",
            called -> {
              drover.close(called.scene().session());
              return GateOutcome.proceed();
            });
    var endless = FakeTool.unsafe("endless", FakeAgents.endless(inside));
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
      assertThat(reader.queries().runs(session.id()))
          .extracting(RunSnapshot::status)
          .containsExactly(RunStatus.CANCELLED);
    }
  }

  @Test
  void disconnectingLeavesTheRunToTheNextProcess() throws Exception {
    var session = agent().open();
    var run = session.send("go");
    inside.await();
    drover.disconnect();
    try (var next = Drover.on(store).build()) {
      assertThat(next.queries().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.WAITING);
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
  void anUnreferencedHandleDoesNotKeepItsSessionLoaded() {
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
