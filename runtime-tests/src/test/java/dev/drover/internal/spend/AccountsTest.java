package dev.drover.internal.spend;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.ShortReplyModel;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.PerformedEffects;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Accounts that sessions share. The first call of a session that is prompted "hi" reserves 27
/// tokens and uses 12.
@Tag("E7")
@Timeout(120)
final class AccountsTest {
  private static final String ACME = "acme";

  private static AgentBuilder clerk(Drover drover, FakeModel mind, Budget budget) {
    return drover
        .agent("clerk")
        .model(new ShortReplyModel(mind))
        .policy(Policy.ALLOW_ALL)
        .budgets(BudgetSet.NONE.ofAccount(ACME, budget));
  }

  private static String detail(RunReport report) {
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    return Objects.requireNonNull(report.failure()).problem().detail();
  }

  @Test
  void oneOfEightSessionsGetsTheLastCallOfTheirAccount() throws Exception {
    var goOn = new CountDownLatch(1);
    var mind =
        new FakeModel(
            (_, _) -> {
              goOn.await();
              return says("yes");
            });
    var store = new MemoryStore();
    try (var drover = Drover.on(store).time(new VirtualTime()).build()) {
      var agent = clerk(drover, mind, Budget.NONE.tokens(53)).build();
      var runs = new ArrayList<Run>();
      for (int i = 0; i < 8; i++) {
        runs.add(agent.open().send("hi"));
      }
      var refused = new ArrayList<RunReport>();
      while (refused.size() < 7) {
        refused.clear();
        runs.forEach(run -> run.await(Duration.ofMillis(20)).ifPresent(refused::add));
      }
      assertThat(refused)
          .extracting(AccountsTest::detail)
          .containsOnly("the account acme has used 27 of its 53 tokens; the next call may need 27");
      goOn.countDown();
      runs.forEach(Run::await);
      assertThat(store.accounts().totals(ACME))
          .isEqualTo(new AccountTotals(new BudgetAmount(12, 0, 1, 0, 0), BudgetAmount.NONE));
      // Unused parts of the reservation are available to the next call.
      assertThat(agent.open().ask("hi").text()).isEqualTo("yes");
      assertThat(mind.requests()).hasSize(2);
    }
  }

  @Test
  void aRunCancelledBeforeItsReservationLeavesNoReservation() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      var agent =
          clerk(drover, FakeModel.playing(says("yes")), Budget.NONE.tokens(1_000))
              .budgetGuard(
                  _ -> {
                    begun.countDown();
                    awaitUninterruptibly(goOn);
                    return Optional.empty();
                  })
              .build();
      var session = agent.open();
      var run = session.send("hi");
      begun.await();
      assertThat(run.cancel()).isTrue();
      // The end of the run is in the journal; only now the account is asked.
      goOn.countDown();
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      ApprovalWaits.until(() -> store.accounts().totals(ACME).reserved().equals(BudgetAmount.NONE));
      assertThat(session.isIdle()).isTrue();
    }
  }

  @Test
  void aStalledProcessWhoseRunWasEndedElsewhereLeavesNoReservation() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    var store = new MemoryStore();
    var id = new SessionId("s-slow");
    var budget = Budget.NONE.tokens(1_000);
    var mind = late(asked, answer);
    try (var slow = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
        var other = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
      var session =
          clerk(slow, mind, budget)
              .budgetGuard(
                  _ -> {
                    begun.countDown();
                    awaitUninterruptibly(goOn);
                    return Optional.empty();
                  })
              .build()
              .open(id);
      session.send("hi");
      begun.await();
      store.leases().release(store.leases().holder(id).orElseThrow().owner());
      var taken = clerk(other, FakeModel.playing(says("yes")), budget).build();
      assertThat(taken.open(id, OpenMode.RESUME).awaitIdle(Duration.ofSeconds(20))).isTrue();
      // The run has ended and is paid for; only now the slow process asks the account.
      goOn.countDown();
      asked.await();
      assertThat(store.accounts().totals(ACME).reserved().tokens()).isEqualTo(27);
      answer.countDown();
      ApprovalWaits.until(() -> store.accounts().totals(ACME).reserved().equals(BudgetAmount.NONE));
      assertThat(store.accounts().totals(ACME).spent().tokens()).isEqualTo(12);
      assertThat(session.id()).isEqualTo(id);
    }
  }

  /// A model that reports when it is called, and answers when it is allowed to.
  private static FakeModel late(CountDownLatch asked, CountDownLatch answer) {
    return new FakeModel(
        (_, _) -> {
          asked.countDown();
          awaitUninterruptibly(answer);
          return says("late");
        });
  }

  /// Waits without being interruptible.
  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void reservationsOfADeadProcessAreReleased() {
    var store = new MemoryStore();
    var dead = new OwnerId("dead");
    var budget = Budget.NONE.tokens(30);
    store
        .accounts()
        .reserve(
            new ReservationRequest(
                ACME,
                new SessionId("s-lost"),
                new EffectId(1),
                dead,
                BudgetAmount.ofModelCall(27, 0),
                budget));
    try (var drover = Drover.on(store).time(new VirtualTime()).build()) {
      var session = clerk(drover, FakeModel.playing(says("yes")), budget).build().open();
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      assertThat(store.accounts().totals(ACME))
          .isEqualTo(new AccountTotals(new BudgetAmount(12, 0, 1, 0, 0), BudgetAmount.NONE));
      assertThat(store.accounts().release(dead)).isZero();
    }
  }

  @Test
  void usageOfAProcessThatWasDeclaredDeadIsStillCounted() throws Exception {
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    var mind = late(asked, answer);
    var store = new MemoryStore();
    var id = new SessionId("s-slow");
    var once = Budget.NONE.modelCalls(1);
    try (var slow = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
        var other = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
      var run = clerk(slow, mind, once).build().open(id).send("hi");
      asked.await();
      store.leases().release(store.leases().holder(id).orElseThrow().owner());
      // This process cannot take over the run of the slow one.
      var teller = other.agent("teller").model(new ShortReplyModel(FakeModel.playing(says("yes"))));
      var agent = teller.budgets(BudgetSet.NONE.ofAccount(ACME, once)).build();
      assertThat(agent.open().ask("hi").text()).isEqualTo("yes");
      answer.countDown();
      assertThat(run.await().text()).isEqualTo("late");
      assertThat(detail(agent.open().send("hi").await())).contains("used 2 of its 1 model calls");
    }
  }

  @Test
  void reservationsOfALiveProcessAreNotReleased() {
    var time = new VirtualTime();
    var store = new MemoryStore(time::now);
    var other = new OwnerId("elsewhere/pid/1@1/p-1");
    var budget = Budget.NONE.tokens(30);
    store.leases().renew(other, Duration.ofSeconds(30));
    store
        .accounts()
        .reserve(
            new ReservationRequest(
                ACME,
                new SessionId("s-2"),
                new EffectId(1),
                other,
                BudgetAmount.ofModelCall(27, 0),
                budget));
    try (var drover = Drover.on(store).time(time).build()) {
      var session = clerk(drover, FakeModel.playing(says("yes")), budget).build().open();
      assertThat(detail(session.send("hi").await()))
          .isEqualTo("the account acme has used 27 of its 30 tokens; the next call may need 27");
      time.advance(Duration.ofSeconds(31));
      assertThat(session.ask("hi").text()).isEqualTo("yes");
    }
  }

  @Test
  void aSoftLimitOfAnAccountIsReportedOnceAcrossItsSessions() {
    try (var drover = Drover.inMemory()) {
      var budget = Budget.NONE.tokens(BudgetCap.warning(20));
      var agent = clerk(drover, FakeModel.playing(says("yes")), budget).build();
      var sessions = new ArrayList<Session>();
      for (int i = 0; i < 4; i++) {
        sessions.add(agent.open());
        assertThat(sessions.getLast().ask("hi").text()).isEqualTo("yes");
      }
      var said = new ArrayList<Event>();
      for (var session : sessions) {
        session.page(Cursor.start(session.id()), 100).items().stream()
            .map(Notice.Happened::event)
            .filter(Event.BudgetWarned.class::isInstance)
            .forEach(said::add);
      }
      assertThat(said)
          .extracting(event -> ((Event.BudgetWarned) event).payer())
          .containsExactly(new BudgetScope.OfAccount(ACME));
    }
  }

  @Test
  void aCancelledCallReleasesItsReservation() throws Exception {
    var asked = new CountDownLatch(1);
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      var mind = new FakeModel(FakeAgents.streamingForEver("So", asked));
      var session = clerk(drover, mind, Budget.NONE.tokens(30)).build().open();
      var run = session.send("hi");
      asked.await();
      assertThat(store.accounts().totals(ACME).reserved().tokens()).isEqualTo(27);
      run.cancel();
      run.await();
      assertThat(store.accounts().totals(ACME).reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  @Test
  @Tag("A13")
  void anAccountIsCorrectAfterACrashAtAnyAppendInMemory() throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A13")
  void anAccountIsCorrectAfterACrashAtAnyAppendOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var standings = new CopyOnWriteArrayList<AccountTotals>();
    var matrix = new CrashMatrix(() -> new AuditedStore(stores.get(), standings), new Overdrawn());
    for (var trial : matrix.all()) {
      var failed = (RunOutcome.Failed) trial.outcome();
      assertThat(failed.failure().problem().code()).isEqualTo("budget_exhausted");
      assertThat(failed.text()).isEqualTo(Text.of("so far"));
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      var succeeded =
          trial.after().stream()
              .filter(
                  entry ->
                      entry.event() instanceof Event.ToolSettled settled
                          && settled.outcome() instanceof ToolOutcome.Succeeded)
              .count();
      assertThat(succeeded).as("calls made, cut %d", trial.cut()).isEqualTo(3);
    }
    // Two replies, of 15 and 12 tokens, and three calls, wherever the process crashed.
    assertThat(standings)
        .extracting(
            standing -> standing.spent().tokens(),
            standing -> standing.spent().modelCalls(),
            standing -> standing.spent().toolCalls(),
            AccountTotals::reserved)
        .containsOnly(tuple(27L, 2L, 3L, BudgetAmount.NONE));
  }

  /// Reads the account at the end.
  private static final class AuditedStore extends StoreWrapper {
    private final List<AccountTotals> standings;

    AuditedStore(Store inner, List<AccountTotals> standings) {
      super(inner);
      this.standings = standings;
    }

    @Override
    public void close() {
      standings.add(accounts().totals(ACME));
      super.close();
    }
  }

  /// Makes eight parallel calls where three are left.
  private static final class Overdrawn implements CrashScenario {
    @Override
    public String prompt() {
      return "look at everything";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      var mind =
          new FakeModel(
              (request, _) ->
                  request.messages().stream().noneMatch(Message.Assistant.class::isInstance)
                      ? calls("look", "look", "look", "look", "look", "look", "look", "look")
                      : says("so far"));
      return agent
          .model(new ShortReplyModel(mind))
          .policy(Policy.ALLOW_ALL)
          .tools(
              FakeTool.pure(
                  "look",
                  call -> {
                    ledger.performed(call.effect());
                    return done("nothing");
                  }))
          .budgets(BudgetSet.NONE.ofAccount(ACME, Budget.NONE.toolCalls(3).tokens(1_000_000)));
    }
  }
}
