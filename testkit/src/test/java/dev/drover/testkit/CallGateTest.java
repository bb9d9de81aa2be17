package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.HookMark.Deed;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint.BeforeTool;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.testkit.Fakes.FakeModel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks that are asked before a call is made.
@Tag("E6")
@Timeout(60)
final class CallGateTest {
  private static final SessionId SESSION = new SessionId("s-gate");
  private final CallGateStage stage = new CallGateStage();

  @Test
  void eachSeesWhatTheOneBeforeLeftAndTheToolGetsWhatTheLastLeft() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  stage.saying("one", new GateOutcome.Rewrite("{\"n\":1}", "too little")),
                  stage.saying("two", GateOutcome.rewrite("{\"n\":2}")),
                  stage.saying("three", GateOutcome.proceed()))
              .open();
      session.ask("go");
      assertThat(stage.asked).containsExactly("one {}", "two {\"n\":1}", "three {\"n\":2}");
      assertThat(stage.got).containsExactly("{\"n\":2}");
      assertThat(CallGateStage.planned(session).marks())
          .containsExactly(
              new HookMark("one", Deed.REWROTE, "too little"),
              new HookMark("two", Deed.REWROTE, ""));
      // What the model said stays what it said.
      assertThat(stage.model.requests().getLast().messages().get(1).toString())
          .contains("{}")
          .doesNotContain("\"n\"");
    }
  }

  @Test
  void policyJudgesAndAPersonSeesTheArgumentsThatAHookLeft() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover,
                  Policy.ALLOW_ALL.asking("count"),
                  stage.saying("one", GateOutcome.rewrite("{\"n\":1}")))
              .open();
      var run = session.send("go");
      var question = Waiting.forQuestion(drover, run);
      assertThat(question.call().arguments()).isEqualTo(Text.of("{\"n\":1}"));
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "ann");
      run.await();
      assertThat(stage.got).containsExactly("{\"n\":1}");
      assertThat(stage.asked).containsExactly("one {}");
    }
  }

  @Test
  @Tag("E1")
  void aDeniedCallIsShownToTheModelAndTheRunGoesOn() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  stage.saying("fridays", GateOutcome.deny("not on a Friday; try on Monday")),
                  stage.saying("later", GateOutcome.proceed()))
              .open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(stage.got).isEmpty();
      assertThat(stage.asked).containsExactly("fridays {}");
      var said = "hook fridays of the host does not allow it: not on a Friday; try on Monday";
      assertThat(CallGateStage.outcome(session))
          .isEqualTo(new ToolOutcome.Denied("hook fridays", said));
      assertThat(CallGateStage.planned(session).verdict())
          .isEqualTo(new Verdict.Deny("hook fridays", said));
      assertThat(CallGateStage.planned(session).marks())
          .containsExactly(new HookMark("fridays", Deed.DENIED, "not on a Friday; try on Monday"));
    }
  }

  @Test
  void aCallThatCannotBeMadeIsNotTakenToAnyHook() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("fly"), says("over"));
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(stage.tool())
              .policy(Policy.ALLOW_ALL)
              .hook(stage.saying("one", GateOutcome.proceed()))
              .build()
              .open();
      session.ask("go");
      assertThat(CallGateStage.outcome(session)).isInstanceOf(ToolOutcome.Refused.class);
      assertThat(stage.asked).isEmpty();
    }
  }

  @Test
  @Tag("D4")
  void aCallOfTheHostPassesTheSameHooks() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover, Policy.ASK_ALWAYS, stage.saying("one", GateOutcome.rewrite("{\"n\":1}")))
              .open();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(stage.got).containsExactly("{\"n\":1}");
      session.hooks().register(stage.saying("two", GateOutcome.deny("enough")));
      var denied = session.tools().governed().call("count", Map.of("n", 5));
      assertThat(denied.status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(denied.text()).isEqualTo("hook two of the host does not allow it: enough");
      assertThat(stage.asked).containsExactly("one {}", "one {\"n\":5}", "two {\"n\":1}");
      assertThat(Replay.of(Journals.of(drover, session.id()))).isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void whatTheyGetToKnowSaysWhereTheCallIsMade() {
    var points = new CopyOnWriteArrayList<BeforeTool>();
    try (var drover = Drover.inMemory()) {
      var session =
          stage
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
          .isEqualTo(CallGateStage.planned(session).effect());
      assertThat(point.name().word()).isEqualTo("before_tool");
    }
  }

  @Test
  @Tag("A13")
  void afterADeathNoHookIsAskedAgainAboutWhatIsDurable() throws Exception {
    var store = new MemoryStore();
    // Opened, accepted, and then the reply with its plan: the process dies before it can act on it.
    var mortal = new MortalStore(store, 3);
    var first = Drover.on(mortal).build();
    stage
        .agent(first, Policy.ALLOW_ALL, stage.saying("one", GateOutcome.rewrite("{\"n\":1}")))
        .open(SESSION)
        .send("go");
    mortal.awaitDeath();
    first.disconnect();
    assertThat(stage.asked).containsExactly("one {}");
    assertThat(stage.got).isEmpty();
    try (var second = Drover.on(store).build()) {
      var session =
          stage
              .agent(second, Policy.ALLOW_ALL, stage.saying("other", GateOutcome.deny("never")))
              .open(SESSION, OpenMode.RESUME);
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      assertThat(session.lastResponse()).contains("over");
      assertThat(stage.asked).containsExactly("one {}");
      assertThat(CallGateStage.planned(session).marks())
          .containsExactly(new HookMark("one", Deed.REWROTE, ""));
    }
  }

  @Test
  @Tag("B13")
  void aStrictReplayNeedsNoHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  stage.saying("one", GateOutcome.rewrite("{\"n\":1}")),
                  Hook.beforePrompt("tidy", _ -> GateOutcome.rewrite("Go.")))
              .open();
      session.ask("go");
      stage.asked.clear();
      assertThat(Replay.of(Journals.of(drover, session.id())))
          .isInstanceOfSatisfying(
              ReplayReport.class,
              report -> assertThat(report.state()).isEqualTo(drover.archive().state(session.id())));
      assertThat(stage.asked).isEmpty();
    }
  }
}
