package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Answer;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.HookMark.Deed;
import dev.drover.kernel.Message;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint.BeforeTool;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks that are asked before a call is made.
@Tag("E6")
@Timeout(60)
final class CallGateTest {
  private static final SessionId SESSION = new SessionId("s-gate");
  private static final String ANY = "{\"type\":\"object\"}";
  private static final String WITH_A_NUMBER =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}";

  /// What the tool was really called with.
  private final List<String> got = new CopyOnWriteArrayList<>();

  /// Hooks in the order in which they were asked, each with the arguments it saw.
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private final FakeModel model = FakeModel.playing(calls("count"), says("over"));

  private FakeTool tool(String schema) {
    return new FakeTool(
        new ToolSpec(
            "count",
            "Counts.",
            schema,
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL)),
        call -> {
          got.add(call.arguments());
          return done("counted");
        });
  }

  private Agent agent(Drover drover, Policy policy, Hook... hooks) {
    var agent = drover.agent("clerk").model(model).tools(tool(WITH_A_NUMBER)).policy(policy);
    List.of(hooks).forEach(agent::hook);
    return agent.build();
  }

  private Hook saying(String name, GateOutcome outcome) {
    return Hook.beforeTool(
        name,
        call -> {
          asked.add(name + " " + call.arguments());
          return outcome;
        });
  }

  private static PlannedCall planned(Session session) {
    return journal(session.drover(), session.id()).stream()
        .map(Recorded::event)
        .filter(Event.ToolsPlanned.class::isInstance)
        .map(event -> ((Event.ToolsPlanned) event).calls().getFirst())
        .findFirst()
        .orElseThrow();
  }

  private static List<Recorded> journal(Drover drover, SessionId session) {
    return drover.archive().page(Cursor.start(session), 500).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

  private static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theyAreAskedByPriorityAndThenInTheOrderOfTheirRegistration() {
    try (var drover = Drover.inMemory()) {
      var agent =
          agent(
              drover,
              Policy.ALLOW_ALL,
              saying("third", GateOutcome.proceed()),
              saying("last", GateOutcome.proceed()).withPriority(7),
              saying("first", GateOutcome.proceed()).withPriority(-1));
      var session = agent.open();
      agent.hooks().register(saying("fourth", GateOutcome.proceed()));
      session.hooks().register(saying("fifth", GateOutcome.proceed()));
      session.hooks().register(saying("second", GateOutcome.proceed()).withPriority(-1));
      session.ask("go");
      assertThat(asked)
          .containsExactly("first {}", "second {}", "third {}", "fourth {}", "fifth {}", "last {}");
      assertThat(got).containsExactly("{}");
      assertThat(planned(session).marks()).isEmpty();
    }
  }

  @Test
  void eachSeesWhatTheOneBeforeLeftAndTheToolGetsWhatTheLastLeft() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(
                  drover,
                  Policy.ALLOW_ALL,
                  saying("one", new GateOutcome.Rewrite("{\"n\":1}", "too little")),
                  saying("two", GateOutcome.rewrite("{\"n\":2}")),
                  saying("three", GateOutcome.proceed()))
              .open();
      session.ask("go");
      assertThat(asked).containsExactly("one {}", "two {\"n\":1}", "three {\"n\":2}");
      assertThat(got).containsExactly("{\"n\":2}");
      assertThat(planned(session).marks())
          .containsExactly(
              new HookMark("one", Deed.REWROTE, "too little"),
              new HookMark("two", Deed.REWROTE, ""));
      // What the model said stays what it said.
      assertThat(model.requests().getLast().messages().get(1).toString())
          .contains("{}")
          .doesNotContain("\"n\"");
    }
  }

  @Test
  void policyJudgesAndAPersonSeesTheArgumentsThatAHookLeft() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(
                  drover,
                  Policy.ALLOW_ALL.asking("count"),
                  saying("one", GateOutcome.rewrite("{\"n\":1}")))
              .open();
      var run = session.send("go");
      var question = Waiting.forQuestion(drover, run);
      assertThat(question.call().arguments()).isEqualTo(Text.of("{\"n\":1}"));
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "ann");
      run.await();
      assertThat(got).containsExactly("{\"n\":1}");
      assertThat(asked).containsExactly("one {}");
    }
  }

  @Test
  @Tag("E1")
  void aDeniedCallIsShownToTheModelAndTheRunGoesOn() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(
                  drover,
                  Policy.ALLOW_ALL,
                  saying("fridays", GateOutcome.deny("not on a Friday; try on Monday")),
                  saying("later", GateOutcome.proceed()))
              .open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(got).isEmpty();
      assertThat(asked).containsExactly("fridays {}");
      var said = "hook fridays of the host does not allow it: not on a Friday; try on Monday";
      assertThat(outcome(session)).isEqualTo(new ToolOutcome.Denied("hook fridays", said));
      assertThat(planned(session).verdict()).isEqualTo(new Verdict.Deny("hook fridays", said));
      assertThat(planned(session).marks())
          .containsExactly(new HookMark("fridays", Deed.DENIED, "not on a Friday; try on Monday"));
    }
  }

  @Test
  void aGateThatThrowsDenies() {
    try (var drover = Drover.inMemory()) {
      var broken =
          Hook.beforeTool(
              "broken",
              _ -> {
                throw new IllegalStateException("no connection");
              });
      var session = agent(drover, Policy.ALLOW_ALL, broken).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(got).isEmpty();
      assertThat(outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook broken",
                  "hook broken of the host does not allow it: the hook broke: no connection"));
    }
  }

  @Test
  void aGateThatTakesTooLongDeniesAndIsInterrupted() throws Exception {
    var interrupted = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var slow =
          Hook.beforeTool(
                  "slow",
                  _ -> {
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException late) {
                      interrupted.countDown();
                      throw late;
                    }
                    return GateOutcome.proceed();
                  })
              .within(Duration.ofMillis(30));
      var session = agent(drover, Policy.ALLOW_ALL, slow).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(got).isEmpty();
      assertThat(outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook slow",
                  "hook slow of the host does not allow it: the hook did not answer within"
                      + " PT0.03S"));
      interrupted.await();
    }
  }

  @Test
  void aRunThatIsCancelledWaitsForNoGate() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var slow =
          Hook.beforeTool(
              "slow",
              _ -> {
                begun.countDown();
                new CountDownLatch(1).await();
                return GateOutcome.proceed();
              });
      var session = agent(drover, Policy.ALLOW_ALL, slow).open();
      var run = session.send("go");
      begun.await();
      assertThat(run.cancel()).isTrue();
      assertThat(session.awaitIdle(Duration.ofSeconds(5))).isTrue();
      assertThat(got).isEmpty();
    }
  }

  @Test
  void aRewriteThatDoesNotFitTheToolIsDeniedAndNamesTheHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(drover, Policy.ALLOW_ALL, saying("bad", GateOutcome.rewrite("{\"n\":\"x\"}")))
              .open();
      session.ask("go");
      assertThat(got).isEmpty();
      assertThat(outcome(session))
          .isInstanceOfSatisfying(
              ToolOutcome.Denied.class,
              denied ->
                  assertThat(denied.reason())
                      .startsWith("hook bad of the host does not allow it: what it made of it")
                      .contains("arguments of count: ")
                      .contains("integer"));
    }
  }

  @Test
  @Tag("E9")
  void aRewriteCannotBringASecretIntoTheJournal() {
    var token = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    try (var drover = Drover.inMemory()) {
      var secret = "{\"t\":\"" + token + "\"}";
      var session =
          agent(drover, Policy.ALLOW_ALL, saying("leaky", GateOutcome.rewrite(secret))).open();
      session.ask("go");
      assertThat(got).isEmpty();
      assertThat(planned(session).call().arguments()).isEqualTo(Text.of("{}"));
      assertThat(journal(drover, session.id()).toString()).doesNotContain(token);
      assertThat(planned(session).verdict())
          .isInstanceOfSatisfying(
              Verdict.Deny.class,
              deny -> assertThat(deny.why()).contains("leaky").contains("password, key or token"));
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
              .tools(tool(ANY))
              .policy(Policy.ALLOW_ALL)
              .hook(saying("one", GateOutcome.proceed()))
              .build()
              .open();
      session.ask("go");
      assertThat(outcome(session)).isInstanceOf(ToolOutcome.Refused.class);
      assertThat(asked).isEmpty();
    }
  }

  @Test
  @Tag("D4")
  void aCallOfTheHostPassesTheSameHooks() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(drover, Policy.ASK_ALWAYS, saying("one", GateOutcome.rewrite("{\"n\":1}"))).open();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(got).containsExactly("{\"n\":1}");
      session.hooks().register(saying("two", GateOutcome.deny("enough")));
      var denied = session.tools().governed().call("count", Map.of("n", 5));
      assertThat(denied.status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(denied.text()).isEqualTo("hook two of the host does not allow it: enough");
      assertThat(asked).containsExactly("one {}", "one {\"n\":5}", "two {\"n\":1}");
      assertThat(Replay.of(journal(drover, session.id()))).isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void whatTheyGetToKnowSaysWhereTheCallIsMade() {
    var points = new CopyOnWriteArrayList<BeforeTool>();
    try (var drover = Drover.inMemory()) {
      var session =
          agent(
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
      assertThat(point.effect()).isEqualTo(new EffectId(2)).isEqualTo(planned(session).effect());
      assertThat(point.name().word()).isEqualTo("before_tool");
    }
  }

  @Test
  void hooksComeAndGoWhileASessionIsOpen() {
    try (var drover = Drover.inMemory()) {
      var agent = agent(drover, Policy.ALLOW_ALL, saying("one", GateOutcome.proceed()));
      var session = agent.open();
      assertThat(agent.hooks().count()).isEqualTo(1);
      assertThat(session.hooks().count()).isZero();
      session.hooks().register(saying("two", GateOutcome.deny("no")));
      assertThat(session.hooks().count()).isEqualTo(1);
      assertThat(agent.hooks().unregister("one")).isTrue();
      assertThat(agent.hooks().unregister("one")).isFalse();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(session.hooks().unregister("two")).isTrue();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(asked).containsExactly("two {}");
    }
  }

  @Test
  void aNameIsGivenOnce() {
    try (var drover = Drover.inMemory()) {
      var one = saying("one", GateOutcome.proceed());
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> agent(drover, Policy.ALLOW_ALL, one, one))
          .withMessageContaining("a hook named 'one' is registered already");
      var session = agent(drover, Policy.ALLOW_ALL, one).open();
      session.hooks().register(saying("two", GateOutcome.proceed()));
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.hooks().register(saying("two", GateOutcome.proceed())))
          .withMessageContaining("a hook named 'two' is registered already");
    }
  }

  @Test
  @Tag("A13")
  void afterADeathNoHookIsAskedAgainAboutWhatIsDurable() throws Exception {
    var store = new MemoryStore();
    // Opened, accepted, and then the reply with its plan: the process dies before it can act on it.
    var mortal = new MortalStore(store, 3);
    var first = Drover.on(mortal).build();
    agent(first, Policy.ALLOW_ALL, saying("one", GateOutcome.rewrite("{\"n\":1}")))
        .open(SESSION)
        .send("go");
    mortal.awaitDeath();
    first.disconnect();
    assertThat(asked).containsExactly("one {}");
    assertThat(got).isEmpty();
    try (var second = Drover.on(store).build()) {
      var session =
          agent(second, Policy.ALLOW_ALL, saying("other", GateOutcome.deny("never")))
              .open(SESSION, OpenMode.RESUME);
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      assertThat(session.lastResponse()).contains("over");
      assertThat(asked).containsExactly("one {}");
      assertThat(planned(session).marks()).containsExactly(new HookMark("one", Deed.REWROTE, ""));
    }
  }

  @Test
  @Tag("B13")
  void aStrictReplayNeedsNoHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          agent(
                  drover,
                  Policy.ALLOW_ALL,
                  saying("one", GateOutcome.rewrite("{\"n\":1}")),
                  Hook.beforePrompt("tidy", _ -> GateOutcome.rewrite("Go.")))
              .open();
      session.ask("go");
      asked.clear();
      assertThat(Replay.of(journal(drover, session.id())))
          .isInstanceOfSatisfying(
              ReplayReport.class,
              report -> assertThat(report.state()).isEqualTo(drover.archive().state(session.id())));
      assertThat(asked).isEmpty();
    }
  }
}
