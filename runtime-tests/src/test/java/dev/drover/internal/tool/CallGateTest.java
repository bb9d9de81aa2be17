package dev.drover.internal.tool;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.CallGateFixture;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.WholeJournals;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint.BeforeTool;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.HookMark.Action;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.DirectTools.ToolReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks that run before a tool call.
@Tag("E6")
@Timeout(60)
final class CallGateTest {
  private static final SessionId SESSION = new SessionId("s-gate");
  private final CallGateFixture fixture = new CallGateFixture();

  @Test
  void hooksAreChainedAndTheToolGetsTheLastArguments() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  fixture.saying("one", new GateOutcome.Rewrite("{\"n\":1}", "too little")),
                  fixture.saying("two", GateOutcome.rewrite("{\"n\":2}")),
                  fixture.saying("three", GateOutcome.proceed()))
              .open();
      session.ask("go");
      assertThat(fixture.asked).containsExactly("one {}", "two {\"n\":1}", "three {\"n\":2}");
      assertThat(fixture.got).containsExactly("{\"n\":2}");
      assertThat(CallGateFixture.planned(session).marks())
          .containsExactly(
              new HookMark("one", Action.REWROTE, "too little"),
              new HookMark("two", Action.REWROTE, ""));
      // The model's own message is not rewritten.
      assertThat(fixture.model.requests().getLast().messages().get(1).toString())
          .contains("{}")
          .doesNotContain("\"n\"");
    }
  }

  @Test
  void policyAndApprovalsUseTheArgumentsRewrittenByHooks() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL.asking("count"),
                  fixture.saying("one", GateOutcome.rewrite("{\"n\":1}")))
              .open();
      var run = session.send("go");
      var question = ApprovalWaits.forQuestion(drover, run);
      assertThat(question.call().arguments()).isEqualTo(Text.of("{\"n\":1}"));
      drover
          .approvals()
          .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann");
      run.await();
      assertThat(fixture.got).containsExactly("{\"n\":1}");
      assertThat(fixture.asked).containsExactly("one {}");
    }
  }

  @Test
  @Tag("E1")
  void aDeniedCallIsShownToTheModelAndTheRunGoesOn() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  fixture.saying("fridays", GateOutcome.deny("not on a Friday; try on Monday")),
                  fixture.saying("later", GateOutcome.proceed()))
              .open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(fixture.got).isEmpty();
      assertThat(fixture.asked).containsExactly("fridays {}");
      var said = "hook fridays of the host does not allow it: not on a Friday; try on Monday";
      assertThat(CallGateFixture.outcome(session))
          .isEqualTo(new ToolOutcome.Denied("hook fridays", said));
      assertThat(CallGateFixture.planned(session).verdict())
          .isEqualTo(new Verdict.Deny("hook fridays", said));
      assertThat(CallGateFixture.planned(session).marks())
          .containsExactly(
              new HookMark("fridays", Action.DENIED, "not on a Friday; try on Monday"));
    }
  }

  @Test
  void hooksAreNotAskedAboutAnInvalidCall() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("fly"), says("over"));
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(fixture.tool())
              .policy(Policy.ALLOW_ALL)
              .hook(fixture.saying("one", GateOutcome.proceed()))
              .build()
              .open();
      session.ask("go");
      assertThat(CallGateFixture.outcome(session)).isInstanceOf(ToolOutcome.Refused.class);
      assertThat(fixture.asked).isEmpty();
    }
  }

  @Test
  @Tag("D4")
  void aDirectCallPassesTheSameHooks() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ASK_ALWAYS,
                  fixture.saying("one", GateOutcome.rewrite("{\"n\":1}")))
              .open();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(fixture.got).containsExactly("{\"n\":1}");
      session.hooks().register(fixture.saying("two", GateOutcome.deny("enough")));
      var denied = session.tools().governed().call("count", Map.of("n", 5));
      assertThat(denied.status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(denied.text()).isEqualTo("hook two of the host does not allow it: enough");
      assertThat(fixture.asked).containsExactly("one {}", "one {\"n\":5}", "two {\"n\":1}");
      assertThat(Replay.of(WholeJournals.of(drover, session.id())))
          .isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void hooksLearnWhereTheCallIsMade() {
    var points = new CopyOnWriteArrayList<BeforeTool>();
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  Hook.beforeTool(
                      "all",
                      call -> {
                        points.add(call);
                        return GateOutcome.proceed();
                      }))
              .open(SESSION);
      var run = session.send("go");
      run.await();
      var point = points.getFirst();
      assertThat(point.scene().session()).isEqualTo(SESSION);
      assertThat(point.scene().run()).isEqualTo(run.id());
      assertThat(point.scene().agent()).isEqualTo("clerk");
      assertThat(point.scene().workspace()).isAbsolute();
      assertThat(point.tool()).isEqualTo("count");
      assertThat(point.effect())
          .isEqualTo(new EffectId(2))
          .isEqualTo(CallGateFixture.planned(session).effect());
      assertThat(point.name().word()).isEqualTo("before_tool");
    }
  }

  @Test
  @Tag("A13")
  void hooksAreNotAskedAgainAboutDurableDecisionsAfterACrash() throws Exception {
    var store = new MemoryStore();
    // Opened, accepted, and the reply with its plan: the process dies before it acts on it.
    var mortal = new CrashingStore(store, 3);
    var first = Drover.on(mortal).build();
    fixture
        .agent(first, Policy.ALLOW_ALL, fixture.saying("one", GateOutcome.rewrite("{\"n\":1}")))
        .open(SESSION)
        .send("go");
    mortal.awaitCrash();
    first.disconnect();
    assertThat(fixture.asked).containsExactly("one {}");
    assertThat(fixture.got).isEmpty();
    try (var second = Drover.on(store).build()) {
      var session =
          fixture
              .agent(second, Policy.ALLOW_ALL, fixture.saying("other", GateOutcome.deny("never")))
              .open(SESSION, OpenMode.RESUME);
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      assertThat(session.lastResponse()).contains("over");
      assertThat(fixture.asked).containsExactly("one {}");
      assertThat(CallGateFixture.planned(session).marks())
          .containsExactly(new HookMark("one", Action.REWROTE, ""));
    }
  }

  @Test
  @Tag("B13")
  void aStrictReplayNeedsNoHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  fixture.saying("one", GateOutcome.rewrite("{\"n\":1}")),
                  Hook.beforePrompt("tidy", _ -> GateOutcome.rewrite("Go.")))
              .open();
      session.ask("go");
      fixture.asked.clear();
      assertThat(Replay.of(WholeJournals.of(drover, session.id())))
          .isInstanceOfSatisfying(
              ReplayReport.class,
              report ->
                  assertThat(report.state())
                      .isEqualTo(((StoredSessionQueries) drover.queries()).state(session.id())));
      assertThat(fixture.asked).isEmpty();
    }
  }
}
