package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.Payer;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Run;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// Accounts that sessions share. The first call of a session that is told "hi" could need 27
/// tokens, and really has 12.
@Tag("E7")
@Timeout(120)
final class AccountsTest {
  private static final String ACME = "acme";

  private static AgentBuilder clerk(Drover drover, FakeModel mind, Budget budget) {
    return drover
        .agent("clerk")
        .model(new Frugal(mind))
        .policy(Policy.ALLOW_ALL)
        .budgets(Budgets.NONE.ofAccount(ACME, budget));
  }

  private static String detail(RunReport report) {
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    return Objects.requireNonNull(report.failure()).problem().detail();
  }

  @Test
  void ofEightSessionsWithOneCallLeftOneGetsIt() throws Exception {
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
      assertThat(store.accounts().standing(ACME))
          .isEqualTo(new Standing(new Amount(12, 0, 1, 0, 0), Amount.NONE));
      // What the one did not need is there for the next.
      assertThat(agent.open().ask("hi").text()).isEqualTo("yes");
      assertThat(mind.requests()).hasSize(2);
    }
  }

  @Test
  void whoIsCancelledBeforeSomethingIsSetAsideForItLeavesNothingSetAside() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      var agent =
          clerk(drover, FakeModel.playing(says("yes")), Budget.NONE.tokens(1_000))
              .budgetGuard(
                  _ -> {
                    begun.countDown();
                    awaitCalmly(goOn);
                    return Optional.empty();
                  })
              .build();
      var session = agent.open();
      var run = session.send("hi");
      begun.await();
      assertThat(run.cancel()).isTrue();
      // Its end is in the journal, and only now the account is asked.
      goOn.countDown();
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      Waiting.until(() -> store.accounts().standing(ACME).reserved().equals(Amount.NONE));
      assertThat(session.isIdle()).isTrue();
    }
  }

  @Test
  void whoStoodStillWhileAnotherProcessEndedItsRunLeavesNothingSetAside() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    var store = new MemoryStore();
    var id = new SessionId("s-slow");
    var budget = Budget.NONE.tokens(1_000);
    var mind = late(asked, answer);
    try (var slow = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
        var other = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
      var session =
          clerk(slow, mind, budget)
              .budgetGuard(
                  _ -> {
                    begun.countDown();
                    awaitCalmly(goOn);
                    return Optional.empty();
                  })
              .build()
              .open(id);
      session.send("hi");
      begun.await();
      store.leases().release(store.leases().holder(id).orElseThrow().owner());
      var taken = clerk(other, FakeModel.playing(says("yes")), budget).build();
      assertThat(taken.open(id, OpenMode.RESUME).awaitIdle(Duration.ofSeconds(20))).isTrue();
      // The run is over and paid for, and only now the slow one asks the account.
      goOn.countDown();
      asked.await();
      assertThat(store.accounts().standing(ACME).reserved().tokens()).isEqualTo(27);
      answer.countDown();
      Waiting.until(() -> store.accounts().standing(ACME).reserved().equals(Amount.NONE));
      assertThat(store.accounts().standing(ACME).spent().tokens()).isEqualTo(12);
      assertThat(session.id()).isEqualTo(id);
    }
  }

  /// A model that says when it is asked, and answers when it may.
  private static FakeModel late(CountDownLatch asked, CountDownLatch answer) {
    return new FakeModel(
        (_, _) -> {
          asked.countDown();
          awaitCalmly(answer);
          return says("late");
        });
  }

  /// As somebody waits who cannot be interrupted.
  private static void awaitCalmly(CountDownLatch latch) {
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
  void whatADeadProcessHadSetAsideIsThereAgain() {
    var store = new MemoryStore();
    var dead = new OwnerId("dead");
    var budget = Budget.NONE.tokens(30);
    store
        .accounts()
        .reserve(
            new Claim(
                ACME,
                new SessionId("s-lost"),
                new EffectId(1),
                dead,
                Amount.ofModelCall(27, 0),
                budget));
    try (var drover = Drover.on(store).time(new VirtualTime()).build()) {
      var session = clerk(drover, FakeModel.playing(says("yes")), budget).build().open();
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      assertThat(store.accounts().standing(ACME))
          .isEqualTo(new Standing(new Amount(12, 0, 1, 0, 0), Amount.NONE));
      assertThat(store.accounts().release(dead)).isZero();
    }
  }

  @Test
  void whatAProcessSpendsThatWasTakenForDeadCountsAllTheSame() throws Exception {
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    var mind = late(asked, answer);
    var store = new MemoryStore();
    var id = new SessionId("s-slow");
    var once = Budget.NONE.modelCalls(1);
    try (var slow = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
        var other = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
      var run = clerk(slow, mind, once).build().open(id).send("hi");
      asked.await();
      store.leases().release(store.leases().holder(id).orElseThrow().owner());
      // Who cannot take the slow one's run over.
      var teller = other.agent("teller").model(new Frugal(FakeModel.playing(says("yes"))));
      var agent = teller.budgets(Budgets.NONE.ofAccount(ACME, once)).build();
      assertThat(agent.open().ask("hi").text()).isEqualTo("yes");
      answer.countDown();
      assertThat(run.await().text()).isEqualTo("late");
      assertThat(detail(agent.open().send("hi").await())).contains("used 2 of its 1 model calls");
    }
  }

  @Test
  void whatAProcessThatIsThereHasSetAsideIsNotTakenFromIt() {
    var store = new MemoryStore();
    var other = new OwnerId("elsewhere/pid/1@1/p-1");
    var time = new VirtualTime();
    var budget = Budget.NONE.tokens(30);
    store.leases().renew(other, time.now().plusSeconds(30));
    store
        .accounts()
        .reserve(
            new Claim(
                ACME,
                new SessionId("s-2"),
                new EffectId(1),
                other,
                Amount.ofModelCall(27, 0),
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
  void aSoftLimitOfAnAccountIsSaidOnceWhoeverReachesIt() {
    try (var drover = Drover.inMemory()) {
      var budget = Budget.NONE.tokens(Cap.warning(20));
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
          .containsExactly(new Payer.OfAccount(ACME));
    }
  }

  @Test
  void aCancelledCallGivesBackWhatWasSetAside() throws Exception {
    var asked = new CountDownLatch(1);
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      var mind = new FakeModel(Fakes.streamingForEver("So", asked));
      var session = clerk(drover, mind, Budget.NONE.tokens(30)).build().open();
      var run = session.send("hi");
      asked.await();
      assertThat(store.accounts().standing(ACME).reserved().tokens()).isEqualTo(27);
      run.cancel();
      run.await();
      assertThat(store.accounts().standing(ACME).reserved()).isEqualTo(Amount.NONE);
    }
  }

  @Test
  @Tag("A13")
  void anAccountIsRightWhereverTheProcessDiesOnMemory() throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A13")
  void anAccountIsRightWhereverTheProcessDiesOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var standings = new CopyOnWriteArrayList<Standing>();
    var matrix = new CrashMatrix(() -> new Audited(stores.get(), standings), new Overdrawn());
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
    // Two replies, of 15 and 12 tokens, and three calls, whatever happened in between.
    assertThat(standings)
        .extracting(
            standing -> standing.spent().tokens(),
            standing -> standing.spent().modelCalls(),
            standing -> standing.spent().toolCalls(),
            Standing::reserved)
        .containsOnly(tuple(27L, 2L, 3L, Amount.NONE));
  }

  /// Looks into the account when everything is over.
  private static final class Audited extends StoreWrapper {
    private final List<Standing> standings;

    Audited(Store inner, List<Standing> standings) {
      super(inner);
      this.standings = standings;
    }

    @Override
    public void close() {
      standings.add(accounts().standing(ACME));
      super.close();
    }
  }

  /// Wants eight calls side by side where three are left.
  private static final class Overdrawn implements Scenario {
    @Override
    public String prompt() {
      return "look at everything";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      var mind =
          new FakeModel(
              (request, _) ->
                  request.messages().stream().noneMatch(Message.Assistant.class::isInstance)
                      ? calls("look", "look", "look", "look", "look", "look", "look", "look")
                      : says("so far"));
      return agent
          .model(new Frugal(mind))
          .policy(Policy.ALLOW_ALL)
          .tools(
              FakeTool.pure(
                  "look",
                  call -> {
                    ledger.performed(call.effect());
                    return done("nothing");
                  }))
          .budgets(Budgets.NONE.ofAccount(ACME, Budget.NONE.toolCalls(3).tokens(1_000_000)));
    }
  }
}
