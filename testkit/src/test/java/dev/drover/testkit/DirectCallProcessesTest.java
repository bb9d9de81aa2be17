package dev.drover.testkit;

import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.endless;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.Journals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.ToolReport.Status;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Calls of the host whose process dies, and what other processes see of them.
@Tag("D4")
@Timeout(60)
final class DirectCallProcessesTest {
  private static final SessionId SESSION = new SessionId("s-direct");

  private final MemoryStore store = new MemoryStore();
  private final List<String> performed = new CopyOnWriteArrayList<>();

  private Drover open() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
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
  void anUnsafeCallWhoseProcessDiedIsInDoubtAndNotMadeAgain() throws Exception {
    dieIn("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL);
    try (var drover = open()) {
      var session =
          clerk(drover, FakeTool.unsafe("pay", this::perform)).open(SESSION, OpenMode.RESUME);
      Waiting.forEvent(session, Event.ToolSettled.class);
      assertThat(Journals.events(drover, SESSION, Event.ToolSettled.class))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Unknown");
      assertThat(performed).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("A14")
  void aCallThatMayBeRepeatedIsMadeAgainUnderTheSameName() throws Exception {
    dieIn("count", EffectClass.PURE, AfterCrash.RUN_AGAIN);
    try (var drover = open()) {
      var session =
          clerk(drover, FakeTool.pure("count", this::perform)).open(SESSION, OpenMode.RESUME);
      Waiting.forEvent(session, Event.ToolSettled.class);
      assertThat(Journals.events(drover, SESSION, Event.ToolSettled.class))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Succeeded");
      assertThat(performed).hasSize(2);
      assertThat(performed.getFirst()).isEqualTo(performed.getLast());
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void aSessionInWhichAnotherProcessMakesACallIsBusy() throws Exception {
    var begun = new CountDownLatch(1);
    try (var first = open();
        var second = open()) {
      var session = clerk(first, FakeTool.unsafe("wait", endless(begun))).open(SESSION);
      var waiting = DirectCall.start(() -> session.tool("wait", Map.of()));
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

  /// The process goes away when the call has been carried out and nobody has heard of it.
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
    var lost = DirectCall.start(() -> session.tool(tool, Map.of()));
    carriedOut.await();
    drover.disconnect();
    lost.join();
    assertThat(lost.now()).isNull();
  }
}
