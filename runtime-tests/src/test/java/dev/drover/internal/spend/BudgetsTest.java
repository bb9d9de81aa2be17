package dev.drover.internal.spend;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Agent;
import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.budget.ModelPrices;
import dev.drover.budget.SessionBudgets.BudgetLine;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.ShortReplyModel;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.tool.DirectTools.ToolReport;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Budgets of runs and sessions, through the public API. A text reply has 12 tokens, one with calls
/// 15; the prompt "hi" is estimated at 17 tokens of input, plus 10 of output.
@Tag("E7")
@Timeout(60)
final class BudgetsTest {
  private static final Budget ONE_MODEL_CALL = Budget.NONE.modelCalls(1);

  private final FakeModel model = FakeModel.playing(says("yes"));
  private final AtomicInteger looks = new AtomicInteger();

  private AgentBuilder clerk(Drover drover, FakeModel mind, BudgetSet budgets) {
    return drover
        .agent("clerk")
        .model(new ShortReplyModel(mind))
        .policy(Policy.ALLOW_ALL)
        .budgets(budgets);
  }

  private FakeTool look() {
    return FakeTool.pure(
        "look",
        _ -> {
          looks.incrementAndGet();
          return done("nothing");
        });
  }

  private static String detail(RunReport report) {
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    var failure = Objects.requireNonNull(report.failure());
    assertThat(failure.problem().code()).isEqualTo("budget_exhausted");
    assertThat(failure.retry()).isEqualTo(Failure.Retry.NEVER);
    return failure.problem().detail();
  }

  private static List<Event> events(Session session) {
    return session.page(Cursor.start(session.id()), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static void replaysStrictly(Session session) {
    var journal =
        session.page(Cursor.start(session.id()), 1_000).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  @Test
  void aModelCallIsOnlyMadeIfTheWorstCaseFits() {
    try (var drover = Drover.inMemory()) {
      var tight = clerk(drover, model, BudgetSet.NONE.ofRun(Budget.NONE.tokens(26))).build().open();
      assertThat(detail(tight.send("hi").await()))
          .isEqualTo("the run has used 0 of its 26 tokens; the next call may need 27");
      assertThat(model.requests()).isEmpty();
      assertThat(tight.history()).isEmpty();
      replaysStrictly(tight);
      var enough =
          clerk(drover, model, BudgetSet.NONE.ofRun(Budget.NONE.tokens(27)))
              .replacing()
              .build()
              .open();
      assertThat(enough.ask("hi").text()).isEqualTo("yes");
      assertThat(enough.budgets().used().tokens()).isEqualTo(12);
    }
  }

  @Test
  void aSessionOverItsBudgetFailsBeforeTheModelCallAndContinuesWithMore() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover, model, BudgetSet.NONE.ofSession(ONE_MODEL_CALL)).build().open();
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      for (int again = 0; again < 2; again++) {
        assertThat(detail(session.send("hi").await(Duration.ofSeconds(10)).orElseThrow()))
            .isEqualTo("the session has used 1 of its 1 model calls; the next call may need 1");
      }
      assertThat(model.requests()).hasSize(1);
      session.budgets().set(BudgetSet.NONE.ofSession(Budget.NONE.modelCalls(2)));
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      assertThat(detail(session.send("hi").await())).startsWith("the session has used 2 of its 2");
      assertThat(events(session)).hasAtLeastOneElementOfType(Event.BudgetsSet.class);
      replaysStrictly(session);
    }
  }

  @Test
  void budgetsThatWereSetGoBackToThoseOfTheAgent() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover, model, BudgetSet.NONE.ofRun(Budget.NONE.modelCalls(5))).build();
      var session = agent.open();
      session.budgets().set(BudgetSet.NONE.ofSession(ONE_MODEL_CALL));
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      assertThat(detail(session.send("hi").await())).startsWith("the session has used 1 of its 1");
      session.budgets().reset();
      assertThat(session.budgets().inForce().run()).isEqualTo(Budget.NONE.modelCalls(5));
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      long events = session.eventCount();
      session.budgets().reset();
      assertThat(session.eventCount()).isEqualTo(events);
      replaysStrictly(session);
    }
  }

  @Test
  @Tag("C7")
  void oneOfEightCallsUsesTheLastUnitAndTheModelGivesAFinalAnswer() {
    var eager =
        new FakeModel(
            (request, _) ->
                request.tools().isEmpty()
                    ? says("so far")
                    : calls("look", "look", "look", "look", "look", "look", "look", "look"));
    try (var drover = Drover.inMemory()) {
      var budgets = BudgetSet.NONE.ofRun(Budget.NONE.toolCalls(1));
      var session = clerk(drover, eager, budgets).tools(look()).build().open();
      var report = session.send("hi").await();
      assertThat(detail(report))
          .isEqualTo("the run has used 1 of its 1 tool calls; the next call may need 1");
      assertThat(report.text()).isEqualTo("so far");
      assertThat(looks).hasValue(1);
      assertThat(eager.requests()).hasSize(2);
      var told =
          "the run has used 1 of its 1 tool calls; the next call may need 1."
              + " The call was not made. Answer with what you have, and say what is missing.";
      assertThat(session.history())
          .filteredOn(Message.ToolResult.class::isInstance)
          .extracting(message -> ((Message.ToolResult) message).outcome())
          .hasSize(8)
          .filteredOn(ToolOutcome.Denied.class::isInstance)
          .hasSize(7)
          .containsOnly(new ToolOutcome.Denied("budget", told));
      replaysStrictly(session);
    }
  }

  @Test
  void aRunThatUsesExactlyItsCallsCompletes() {
    try (var drover = Drover.inMemory()) {
      var budgets = BudgetSet.NONE.ofRun(Budget.NONE.toolCalls(1));
      var session =
          clerk(drover, FakeModel.playing(calls("look"), says("done")), budgets)
              .tools(look())
              .build()
              .open();
      assertThat(session.ask("hi").text()).isEqualTo("done");
    }
  }

  @Test
  void aSoftLimitIsReportedOnceAndTheRunsContinue() {
    try (var drover = Drover.inMemory()) {
      var budgets = BudgetSet.NONE.ofSession(Budget.NONE.tokens(BudgetCap.warning(20)));
      var session = clerk(drover, model, budgets).build().open();
      for (int i = 0; i < 4; i++) {
        assertThat(session.ask("hi").text()).isEqualTo("yes");
      }
      assertThat(events(session))
          .filteredOn(Event.BudgetWarned.class::isInstance)
          .extracting(event -> (Event.BudgetWarned) event)
          .extracting(
              Event.BudgetWarned::payer, Event.BudgetWarned::limit, Event.BudgetWarned::used)
          .containsExactly(tuple(new BudgetScope.OfSession(), 20L, 24L));
      replaysStrictly(session);
    }
  }

  @Test
  @Tag("C7")
  void theTimeBudgetOfARunCountsWorkAndNotWaits() throws Exception {
    var time = new VirtualTime();
    var slow =
        FakeTool.pure(
            "look",
            _ -> {
              time.advance(Duration.ofMinutes(4));
              return done("nothing");
            });
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var budgets = BudgetSet.NONE.ofRun(Budget.NONE.time(Duration.ofMinutes(5)));
      var session =
          clerk(drover, FakeModel.playing(calls("look"), calls("look"), says("done")), budgets)
              .tools(slow)
              .policy(Policy.ASK_ALWAYS)
              .build()
              .open();
      var run = session.send("hi");
      for (int question = 0; question < 2; question++) {
        while (drover.approvals().open().isEmpty()) {
          Thread.onSpinWait();
        }
        // The person takes nine hours to answer.
        time.advance(Duration.ofHours(9));
        var asked = drover.approvals().open().getFirst();
        drover
            .approvals()
            .answer(asked.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann");
      }
      assertThat(detail(run.await()))
          .isEqualTo("the run has used 8m of its 5m of time; the next call may need 0.001s");
      assertThat(session.budgets().used().millis()).isEqualTo(480_000);
      replaysStrictly(session);
    }
  }

  @Test
  void moneyIsCountedAtThePriceInForce() {
    var prices =
        ModelPrices.NONE.with("fake/model", ModelPrices.perMillion("1000", "5000", "0", "0"));
    try (var drover = Drover.on(new MemoryStore()).prices(prices).build()) {
      var plain = clerk(drover, model, BudgetSet.NONE).build().open();
      plain.ask("hi");
      // Ten tokens of input and two of output.
      assertThat(plain.budgets().used().money()).isEqualTo(20_000);
      assertThat(plain.budgets().inForce().price())
          .isEqualTo(prices.of("fake/model").orElseThrow());
      // 17 tokens of input and 10 of output could cost 0.067.
      var poor =
          clerk(drover, model, BudgetSet.NONE.ofRun(Budget.NONE.money("0.066")))
              .replacing()
              .build()
              .open();
      assertThat(detail(poor.send("hi").await()))
          .isEqualTo("the run has used 0.00 of its 0.066 of money; the next call may need 0.067");
    }
  }

  @Test
  @Tag("B1")
  void moneyCannotBeLimitedWithoutAPrice() {
    try (var drover = Drover.inMemory()) {
      var budgets = BudgetSet.NONE.ofSession(Budget.NONE.money("1.00"));
      assertThatThrownBy(() -> clerk(drover, model, budgets).build())
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining(
              "prices: money is limited, and there is no price for the model 'fake/model'");
      var session = clerk(drover, model, BudgetSet.NONE).build().open();
      assertThatThrownBy(() -> session.budgets().set(budgets))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("prices");
    }
  }

  @Test
  void usedReservedAndRemainingAmountsCanBeRead() throws Exception {
    var asked = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var thoughtful =
        new FakeModel(
            (_, _) -> {
              asked.countDown();
              goOn.await();
              return says("yes");
            });
    try (var drover = Drover.inMemory()) {
      var budgets =
          BudgetSet.NONE.ofRun(Budget.NONE.tokens(100)).ofSession(Budget.NONE.modelCalls(3));
      var session = clerk(drover, thoughtful, budgets).build().open();
      var run = session.send("hi");
      asked.await();
      assertThat(session.budgets().lines())
          .containsExactly(
              new BudgetLine(
                  new BudgetScope.OfRun(), BudgetMeasure.TOKENS, BudgetCap.at(100), 0, 27),
              new BudgetLine(
                  new BudgetScope.OfSession(), BudgetMeasure.MODEL_CALLS, BudgetCap.at(3), 0, 1));
      goOn.countDown();
      run.await();
      var line = session.budgets().lines().getFirst();
      assertThat(line)
          .isEqualTo(
              new BudgetLine(
                  new BudgetScope.OfSession(), BudgetMeasure.MODEL_CALLS, BudgetCap.at(3), 1, 0));
      assertThat(line.left()).isEqualTo(2);
    }
  }

  @Test
  void theHostsGuardIsAskedBeforeEachCallAndRefusesWhenItFails() {
    try (var drover = Drover.inMemory()) {
      var broken =
          clerk(drover, model, BudgetSet.NONE)
              .budgetGuard(
                  _ -> {
                    throw new IllegalStateException("no ledger");
                  })
              .build()
              .open();
      assertThat(detail(broken.send("hi").await()))
          .isEqualTo("the budget guard broke: refuses threw IllegalStateException: no ledger");
      assertThat(model.requests()).isEmpty();
      var mind =
          new FakeModel((request, _) -> request.tools().isEmpty() ? says("so far") : calls("look"));
      var session =
          clerk(drover, mind, BudgetSet.NONE)
              .tools(look())
              .budgetGuard(
                  question ->
                      question.need().toolCalls() > 0
                          ? Optional.of("no tools today")
                          : Optional.empty())
              .replacing()
              .build()
              .open();
      var report = session.send("hi").await();
      assertThat(detail(report)).isEqualTo("the budget guard refuses: no tools today");
      assertThat(report.text()).isEqualTo("so far");
      assertThat(looks).hasValue(0);
      replaysStrictly(session);
    }
  }

  @Test
  void aReplacedGuardIsAskedFromTheNextCallOnAndARemovedOneIsNot() {
    try (var drover = Drover.inMemory()) {
      var agent =
          clerk(drover, model, BudgetSet.NONE)
              .tools(look())
              .budgetGuard(_ -> Optional.of("never"))
              .build();
      var session = agent.open();
      assertThat(session.tool("look", Map.of()).text()).contains("never");
      agent.replaceBudgetGuard(_ -> Optional.of("not today"));
      assertThat(session.tool("look", Map.of()).text()).contains("not today");
      var again = clerk(drover, model, BudgetSet.NONE).tools(look());
      again.budgetGuard(_ -> Optional.empty()).build();
      assertThat(session.tool("look", Map.of()).text()).contains("not today");
      assertThat(looks).hasValue(0);
      assertThat(agent.removeBudgetGuard()).isTrue();
      assertThat(agent.removeBudgetGuard()).isFalse();
      assertThat(agent.budgetGuard()).isEmpty();
      assertThat(session.tool("look", Map.of()).isSuccess()).isTrue();
      assertThat(looks).hasValue(1);
      replaysStrictly(session);
    }
  }

  @Test
  void aGuardThatIsSetWhileARunIsGoingRefusesItsNextCall() {
    try (var drover = Drover.inMemory()) {
      var agents = new ArrayList<Agent>();
      var setting =
          FakeTool.pure(
              "set",
              _ -> {
                agents.getFirst().replaceBudgetGuard(_ -> Optional.of("closed"));
                return done("set");
              });
      var mind = FakeModel.playing(calls("set"), says("never said"));
      agents.add(clerk(drover, mind, BudgetSet.NONE).tools(setting).build());
      var report = agents.getFirst().open().send("hi").await();
      assertThat(detail(report)).isEqualTo("the budget guard refuses: closed");
      assertThat(mind.requests()).hasSize(1);
    }
  }

  @Test
  void aDirectCallUsesTheBudgetOfItsSession() {
    try (var drover = Drover.inMemory()) {
      var budgets = BudgetSet.NONE.ofSession(Budget.NONE.toolCalls(1));
      var session = clerk(drover, model, BudgetSet.NONE).tools(look()).build().open();
      session.budgets().set(budgets);
      session.tool("look", Map.of());
      var refused = session.tool("look", Map.of());
      assertThat(refused.status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(looks).hasValue(1);
      replaysStrictly(session);
    }
  }
}
