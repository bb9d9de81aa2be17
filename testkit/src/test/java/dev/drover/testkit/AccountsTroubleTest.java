package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Retries;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A store that is away when something is to be set aside. That is not the model's fault.
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

  /// Breaks so often when something is to be set aside.
  private static final class Penniless extends StoreWrapper {
    private final Problem problem;
    private final AtomicInteger left;

    Penniless(Store inner, Problem problem, int times) {
      super(inner);
      this.problem = problem;
      this.left = new AtomicInteger(times);
    }

    @Override
    public Accounts accounts() {
      return new AccountsWrapper(super.accounts()) {
        @Override
        public Grant reserve(Claim claim) {
          if (left.getAndDecrement() > 0) {
            throw new PortException(problem, null);
          }
          return super.reserve(claim);
        }
      };
    }
  }

  /// Breaks so often when it is to be written that a soft limit is reached.
  private static final class Unwarned extends StoreWrapper {
    private final AtomicInteger left;

    Unwarned(Store inner, int times) {
      super(inner);
      this.left = new AtomicInteger(times);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
          if (append.entries().toString().contains("budget_warned") && left.getAndDecrement() > 0) {
            throw new PortException(AWAY, null);
          }
          super.append(append);
        }
      };
    }
  }

  private Drover breaking(Problem problem, int times) {
    return on(new Penniless(store, problem, times));
  }

  private static Drover on(Store store) {
    return Drover.on(store)
        .retries(new Retries(2, Duration.ofMillis(1), Duration.ofMillis(1), 0))
        .build();
  }

  private Session session(Drover drover) {
    return session(drover, Budget.NONE.tokens(1_000));
  }

  private Session session(Drover drover, Budget ofAccount) {
    return drover
        .agent("clerk")
        .model(new Frugal(mind))
        .budgets(Budgets.NONE.ofAccount("acme", ofAccount))
        .build()
        .open();
  }

  private static Failure failed(Drover drover, Session session) {
    var report = session.send("hi").await();
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    assertThat(drover.archive().runs(session.id())).hasSize(1);
    return Objects.requireNonNull(report.failure());
  }

  @Test
  void whatIsAwayForAMomentIsAskedAgain() {
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
      assertThat(store.accounts().standing("acme").reserved()).isEqualTo(Amount.NONE);
    }
  }

  @Test
  void whatStaysAwaySaysSoAndThatItMayPass() {
    try (var drover = breaking(AWAY, Integer.MAX_VALUE)) {
      assertThat(failed(drover, session(drover)))
          .isEqualTo(new Failure(AWAY, new Failure.Retry.Later(Duration.ZERO)));
      assertThat(mind.requests()).isEmpty();
    }
  }

  @Test
  void aWarningThatCannotBeWrittenForAMomentIsNoFaultOfTheModel() {
    try (var drover = on(new Unwarned(store, 1))) {
      var session = session(drover, Budget.NONE.tokens(Cap.at(1_000).warningAt(5)));
      session.ask("hi");
      assertThat(session.ask("again").text()).isEqualTo("yes");
      assertThat(Journals.events(drover, session.id(), Event.BudgetWarned.class)).hasSize(1);
      assertThat(Journals.events(drover, session.id(), Event.ModelFailed.class))
          .extracting(failed -> failed.failure().problem())
          .containsExactly(AWAY);
      assertThat(store.accounts().standing("acme").reserved()).isEqualTo(Amount.NONE);
    }
  }

  @Test
  void aToolForWhichNothingCanBeSetAsideIsNotCalledAndNotBlamed() {
    var called = new AtomicInteger();
    var pay = FakeTool.unsafe("pay", _ -> done("paid " + called.incrementAndGet()));
    try (var drover = breaking(AWAY, 1)) {
      var session =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("pay"), says("over")))
              .tools(pay)
              .policy(Policy.ALLOW_ALL)
              .budgets(Budgets.NONE.ofAccount("acme", Budget.NONE.toolCalls(9)))
              .build()
              .open();
      assertThat(session.ask("hi").text()).isEqualTo("over");
      assertThat(called).hasValue(0);
      assertThat(Journals.events(drover, session.id(), Event.ToolSettled.class))
          .extracting(Event.ToolSettled::outcome)
          .containsExactly(
              new ToolOutcome.Failed(
                  Text.of(
                      "nothing could be set aside for it: the store cannot be reached; it was not"
                          + " called")));
      assertThat(store.accounts().standing("acme").reserved()).isEqualTo(Amount.NONE);
    }
  }

  @Test
  void whatDoesNotPassIsNotTriedAgain() {
    try (var drover = breaking(DAMAGED, 1)) {
      assertThat(failed(drover, session(drover))).isEqualTo(Failure.lasting(DAMAGED));
      assertThat(mind.requests()).isEmpty();
    }
  }
}
