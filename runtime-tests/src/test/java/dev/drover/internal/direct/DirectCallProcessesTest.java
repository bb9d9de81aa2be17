package dev.drover.internal.direct;

import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.endless;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.WholeJournals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.DirectTools.ToolReport.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Direct calls whose process dies, and their state in other processes.
@Tag("D4")
@Timeout(60)
final class DirectCallProcessesTest {
  private static final SessionId SESSION = new SessionId("s-direct");

  private final MemoryStore store = new MemoryStore();
  private final List<String> performed = new CopyOnWriteArrayList<>();

  private Drover open() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private static Agent clerk(Drover drover, FakeTool tool) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(says("hello")))
        .tools(tool)
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  @Tag("A14")
  void anUnsafeCallWhoseProcessDiedIsUnknownAndNotRepeated() throws Exception {
    dieIn("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL);
    try (var drover = open()) {
      var session =
          clerk(drover, FakeTool.unsafe("pay", this::perform)).open(SESSION, OpenMode.RESUME);
      ApprovalWaits.forEvent(session, Event.ToolSettled.class);
      assertThat(WholeJournals.events(drover, SESSION, Event.ToolSettled.class))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Unknown");
      assertThat(performed).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("A14")
  void aRepeatableCallIsMadeAgainUnderTheSameEffectId() throws Exception {
    dieIn("count", EffectClass.PURE, AfterCrash.RUN_AGAIN);
    try (var drover = open()) {
      var session =
          clerk(drover, FakeTool.pure("count", this::perform)).open(SESSION, OpenMode.RESUME);
      ApprovalWaits.forEvent(session, Event.ToolSettled.class);
      assertThat(WholeJournals.events(drover, SESSION, Event.ToolSettled.class))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Succeeded");
      assertThat(performed).hasSize(2);
      assertThat(performed.getFirst()).isEqualTo(performed.getLast());
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void aSessionWithADirectCallOfAnotherProcessIsBusy() throws Exception {
    var begun = new CountDownLatch(1);
    try (var first = open();
        var second = open()) {
      var session = clerk(first, FakeTool.unsafe("wait", endless(begun))).open(SESSION);
      var waiting = BackgroundDirectCall.start(() -> session.tool("wait", Map.of()));
      begun.await();
      var other = clerk(second, FakeTool.pure("look", _ -> done("seen"))).open(SESSION);
      assertThatExceptionOfType(SessionBusy.class).isThrownBy(() -> other.tool("look", Map.of()));
      assertThatExceptionOfType(SessionBusy.class).isThrownBy(() -> other.send("hi"));
      session.cancel();
      assertThat(waiting.get().status()).isEqualTo(Status.CANCELLED);
      assertThat(other.tool("look", Map.of()).text()).isEqualTo("seen");
    }
  }

  private ToolOutcome perform(ToolInvocation call) {
    performed.add(call.run() + " " + call.effect());
    return done("done");
  }

  /// The process dies after the call was made and before its outcome is durable.
  private void dieIn(String tool, EffectClass effects, AfterCrash afterCrash) throws Exception {
    var carriedOut = new CountDownLatch(1);
    var drover = open();
    var session =
        clerk(
                drover,
                FakeTool.of(
                    tool,
                    effects,
                    afterCrash,
                    call -> {
                      perform(call);
                      return endless(carriedOut).call(call);
                    }))
            .open(SESSION);
    var lost = BackgroundDirectCall.start(() -> session.tool(tool, Map.of()));
    carriedOut.await();
    drover.disconnect();
    lost.join();
    assertThat(lost.now()).isNull();
  }
}
