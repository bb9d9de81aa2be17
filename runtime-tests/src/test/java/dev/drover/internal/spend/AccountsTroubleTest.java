package dev.drover.internal.spend;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.ShortReplyModel;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.AccountStoreWrapper;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A store that is unavailable when a reservation is made. The model is not blamed for it.
@Tag("A6")
@Tag("E7")
@Timeout(60)
final class AccountsTroubleTest {
  private static final Problem AWAY =
      new Problem("store_unavailable", "Away", "the store cannot be reached", "Try again.");
  private static final Problem DAMAGED =
      new Problem("store_damaged", "Damaged", "the store is damaged", "Restore it.");

  private final MemoryStore store = new MemoryStore();
  private final FakeModel mind = FakeModel.playing(says("yes"));

  /// Fails the given number of reservations.
  private static final class FailingReservationsStore extends StoreWrapper {
    private final Problem problem;
    private final AtomicInteger left;

    FailingReservationsStore(Store inner, Problem problem, int times) {
      super(inner);
      this.problem = problem;
      this.left = new AtomicInteger(times);
    }

    @Override
    public AccountStore accounts() {
      return new AccountStoreWrapper(super.accounts()) {
        @Override
        public Reservation reserve(ReservationRequest claim) {
          if (left.getAndDecrement() > 0) {
            throw new PortException(problem, null);
          }
          return super.reserve(claim);
        }
      };
    }
  }

  /// Fails the given number of appends that record a soft limit.
  private static final class FailingWarningsStore extends StoreWrapper {
    private final AtomicInteger left;

    FailingWarningsStore(Store inner, int times) {
      super(inner);
      this.left = new AtomicInteger(times);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          if (append.entries().toString().contains("budget_warned") && left.getAndDecrement() > 0) {
            throw new PortException(AWAY, null);
          }
          super.append(append);
        }
      };
    }
  }

  private Drover breaking(Problem problem, int times) {
    return on(new FailingReservationsStore(store, problem, times));
  }

  private static Drover on(Store store) {
    return Drover.on(store)
        .retries(new ModelRetries(2, Duration.ofMillis(1), Duration.ofMillis(1), 0))
        .build();
  }

  private Session session(Drover drover) {
    return session(drover, Budget.NONE.tokens(1_000));
  }

  private Session session(Drover drover, Budget ofAccount) {
    return drover
        .agent("clerk")
        .model(new ShortReplyModel(mind))
        .budgets(BudgetSet.NONE.ofAccount("acme", ofAccount))
        .build()
        .open();
  }

  private static Failure failed(Drover drover, Session session) {
    var report = session.send("hi").await();
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    assertThat(drover.queries().runs(session.id())).hasSize(1);
    return Objects.requireNonNull(report.failure());
  }

  @Test
  void aBriefStoreFailureIsRetried() {
    try (var drover = breaking(AWAY, 1)) {
      var session = session(drover);
      assertThat(session.ask("hi").text()).isEqualTo("yes");
      assertThat(mind.requests()).hasSize(1);
      assertThat(
              session.page(Cursor.start(session.id()), 100).items().stream()
                  .map(Notice.Happened::event)
                  .filter(Event.ModelFailed.class::isInstance)
                  .map(event -> ((Event.ModelFailed) event).failure().problem()))
          .containsExactly(AWAY);
      assertThat(store.accounts().totals("acme").reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  @Test
  void aLastingStoreFailureIsReportedAsRetryable() {
    try (var drover = breaking(AWAY, Integer.MAX_VALUE)) {
      assertThat(failed(drover, session(drover)))
          .isEqualTo(new Failure(AWAY, new Failure.Retry.Later(Duration.ZERO)));
      assertThat(mind.requests()).isEmpty();
    }
  }

  @Test
  void aFailureToWriteAWarningIsNotBlamedOnTheModel() {
    try (var drover = on(new FailingWarningsStore(store, 1))) {
      var session = session(drover, Budget.NONE.tokens(BudgetCap.at(1_000).warningAt(5)));
      session.ask("hi");
      assertThat(session.ask("again").text()).isEqualTo("yes");
      assertThat(WholeJournals.events(drover, session.id(), Event.BudgetWarned.class)).hasSize(1);
      assertThat(WholeJournals.events(drover, session.id(), Event.ModelFailed.class))
          .extracting(failed -> failed.failure().problem())
          .containsExactly(AWAY);
      assertThat(store.accounts().totals("acme").reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  @Test
  void aToolWhoseReservationFailsIsNotCalledAndNotBlamed() {
    var called = new AtomicInteger();
    var pay = FakeTool.unsafe("pay", _ -> done("paid " + called.incrementAndGet()));
    try (var drover = breaking(AWAY, 1)) {
      var session =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("pay"), says("over")))
              .tools(pay)
              .policy(Policy.ALLOW_ALL)
              .budgets(BudgetSet.NONE.ofAccount("acme", Budget.NONE.toolCalls(9)))
              .build()
              .open();
      assertThat(session.ask("hi").text()).isEqualTo("over");
      assertThat(called).hasValue(0);
      assertThat(WholeJournals.events(drover, session.id(), Event.ToolSettled.class))
          .extracting(Event.ToolSettled::outcome)
          .containsExactly(
              new ToolOutcome.Failed(
                  Text.of(
                      "nothing could be set aside for it: the store cannot be reached; it was not"
                          + " called")));
      assertThat(store.accounts().totals("acme").reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  @Test
  void aPermanentStoreFailureIsNotRetried() {
    try (var drover = breaking(DAMAGED, 1)) {
      assertThat(failed(drover, session(drover))).isEqualTo(Failure.lasting(DAMAGED));
      assertThat(mind.requests()).isEmpty();
    }
  }
}
