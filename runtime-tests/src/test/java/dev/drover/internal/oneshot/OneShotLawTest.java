package dev.drover.internal.oneshot;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.last;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.budget.ModelPrices;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.AnswerMissing.OneShotFailed;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.session.ModelRetries;
import dev.drover.session.OneShotRequest;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One-shot completions outside of the conversation.
@Tag("F6")
@Timeout(60)
final class OneShotLawTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Usage ONE = new Usage(10, 2, 0, 0, 0);

  private final MemoryStore store = new MemoryStore();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// Echoes the prompt, and hangs on request.
  private final FakeModel model =
      new FakeModel(
          (request, _) -> {
            if (last(request).equals("hang")) {
              begun.countDown();
              goOn.await();
            }
            return says(request.instructions() + "|" + last(request));
          });

  private static Drover on(Store kept) {
    return Drover.on(new CrashingStore(kept, CrashingStore.NEVER_CRASHES))
        .retries(new ModelRetries(2, Duration.ofMillis(1), Duration.ofMillis(2), 0))
        .prices(
            ModelPrices.NONE
                .with("fake/model", ModelPrices.perMillion("3", "15", "0", "0"))
                .with("fake/cast", ModelPrices.perMillion("1", "2", "0", "0")))
        .build();
  }

  private AgentBuilder clerk(Drover drover) {
    return drover.agent("clerk").model(model).instructions("Work.");
  }

  private Session open(Drover drover) {
    return clerk(drover).build().open(SESSION);
  }

  @Test
  void aOneShotCompletionIsNotInTheConversationAndIsCountedUnderItsName() {
    try (var drover = on(store)) {
      var session = open(drover);
      session.ask("hi");
      var history = session.history();
      assertThat(session.complete(OneShotRequest.of("title", "name it").instructions("Be brief.")))
          .isEqualTo("Be brief.|name it");
      assertThat(session.complete("title", "again")).isEqualTo("|again");
      var small = new MultiAgentModel(Map.of("clerk", (_, _) -> says("small")));
      assertThat(session.complete(OneShotRequest.of("memory", "what for?").with(small)))
          .isEqualTo("small");
      assertThat(session.history()).isEqualTo(history);
      assertThat(model.requests().get(1).messages()).hasSize(1);
      assertThat(model.requests().get(1).tools()).isEmpty();
      assertThat(session.ledger().lines())
          .containsExactly(
              line("clerk", 0, "fake/model", ONE, 60),
              line("title", 1, "fake/model", new Usage(20, 4, 0, 0, 0), 120),
              line("memory", 1, "fake/cast", ONE, 14));
      assertThat(session.totalUsage()).isEqualTo(new Usage(40, 8, 0, 0, 0));
      TaskFixture.assertStrictlyReplayed(drover, SESSION);
    }
  }

  private static UsageLedgerLine line(
      String source, int depth, String model, Usage usage, long millionths) {
    return new UsageLedgerLine(SESSION, source, depth, model, usage, OptionalLong.of(millionths));
  }

  @Test
  void aOneShotCompletionDoesNotAffectTheCurrentRun() throws Exception {
    try (var drover = on(store)) {
      var session = open(drover);
      var run = session.send("hang");
      begun.await();
      assertThat(session.complete("title", "name it")).isEqualTo("|name it");
      assertThat(run.status()).isEqualTo(RunStatus.PLANNING);
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("Work.|hang");
      assertThat(run.await().usage()).isEqualTo(ONE);
      TaskFixture.assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("E7")
  void aOneShotCompletionUsesTheAccountInForceAlsoBeforeTheFirstRun() {
    try (var drover = on(store)) {
      var session =
          clerk(drover)
              .budgets(BudgetSet.NONE.ofAccount("acme", Budget.NONE.modelCalls(2)))
              .build()
              .open(SESSION);
      session.complete("title", "one");
      session.ask("two");
      assertThatThrownBy(() -> session.complete("title", "three"))
          .isInstanceOf(OneShotFailed.class)
          .hasMessageContaining("the account acme has used 2 of its 2 model calls");
      assertThat(store.accounts().totals("acme").spent().modelCalls()).isEqualTo(2);
      assertThat(store.accounts().totals("acme").spent().tokens()).isEqualTo(24);
      assertThat(store.accounts().totals("acme").reserved()).isEqualTo(BudgetAmount.NONE);
      assertThat(model.requests()).hasSize(2);
    }
  }

  @Test
  @Tag("E7")
  void aOneShotCompletionUsesTheBudgetOfItsSession() {
    try (var drover = on(store)) {
      var session = open(drover);
      session.budgets().set(BudgetSet.NONE.ofSession(Budget.NONE.modelCalls(1)));
      session.complete("title", "one");
      assertThatThrownBy(() -> session.complete("title", "two"))
          .isInstanceOf(OneShotFailed.class)
          .hasMessageContaining("the session has used 1 of its 1 model calls");
    }
  }

  @Test
  @Tag("C2")
  void aFailingModelIsRetriedAndPaidOnce() {
    var asked = new AtomicInteger();
    var moody =
        new FakeModel(
            (_, _) -> {
              if (asked.incrementAndGet() == 1) {
                throw FakeAgents.broken(new Failure.Retry.Later(Duration.ZERO));
              }
              return says("at last");
            });
    var gone =
        new FakeModel(
            (_, _) -> {
              throw FakeAgents.broken(Failure.Retry.NEVER);
            });
    try (var drover = on(store)) {
      var session = open(drover);
      assertThat(session.complete(OneShotRequest.of("title", "hi").with(moody)))
          .isEqualTo("at last");
      assertThat(asked).hasValue(2);
      assertThatThrownBy(() -> session.complete(OneShotRequest.of("title", "hi").with(gone)))
          .isInstanceOf(OneShotFailed.class);
      assertThat(TaskFixture.all(drover, SESSION, Event.CompletionMade.class))
          .extracting(Event.CompletionMade::shot)
          .extracting(OneShotRecord::usage)
          .containsExactly(ONE);
    }
  }

  @Test
  @Tag("B4")
  void aCancelOrACloseEndsAOneShotCompletion() throws Exception {
    try (var drover = on(store);
        var others = Executors.newVirtualThreadPerTaskExecutor()) {
      var session = open(drover);
      var first = others.submit(() -> session.complete("title", "hang"));
      begun.await();
      assertThat(session.cancel()).isTrue();
      assertThatThrownBy(first::get).hasCauseInstanceOf(WaitInterrupted.class);
      assertThat(session.cancel()).isFalse();
      var hanging = new CountDownLatch(1);
      var stuck =
          new FakeModel((request, deltas) -> MultiAgentModel.hanging(hanging).reply(0, request));
      var second =
          others.submit(() -> session.complete(OneShotRequest.of("title", "x").with(stuck)));
      hanging.await();
      session.close();
      assertThatThrownBy(second::get).hasCauseInstanceOf(SessionClosed.class);
      assertThat(TaskFixture.all(drover, SESSION, Event.CompletionMade.class)).isEmpty();
    }
  }

  @Test
  @Tag("F5")
  void aOneShotCompletionInASessionDrivenElsewhereIsCountedThere(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("s.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var run = open(first).send("hang");
      begun.await();
      assertThat(open(second).complete("title", "name it")).isEqualTo("|name it");
      goOn.countDown();
      run.await();
      ApprovalWaits.until(
          () -> TaskFixture.all(first, SESSION, Event.CompletionMade.class).size() == 1);
    }
  }

  /// A crash between the answer and the append loses the count of that usage; its reservation is
  /// released.
  @Test
  @Tag("E7")
  @Tag("A13")
  void aCrashBeforeTheAppendLeavesNoPermanentReservation() {
    var budgets = BudgetSet.NONE.ofAccount("acme", Budget.NONE.modelCalls(1));
    var dead = Drover.on(new CrashingStore(store, 2)).build();
    var agent = clerk(dead).budgets(budgets).build();
    var session = agent.open(SESSION);
    var fatal =
        new FakeModel(
            (_, _) -> {
              // The second append is the last one.
              assertThatThrownBy(() -> agent.open(new SessionId("s-2")))
                  .hasMessageContaining("this process is dead");
              return says("too late");
            });
    assertThatThrownBy(() -> session.complete(OneShotRequest.of("title", "name it").with(fatal)))
        .hasMessageContaining("this process is dead");
    dead.disconnect();
    assertThat(store.accounts().totals("acme"))
        .satisfies(
            standing -> {
              assertThat(standing.spent()).isEqualTo(BudgetAmount.NONE);
              assertThat(standing.reserved().modelCalls()).isEqualTo(1);
            });
    try (var next = on(store)) {
      var again = clerk(next).budgets(budgets).build().open(SESSION);
      assertThat(again.complete("title", "name it")).isEqualTo("|name it");
      var standing = store.accounts().totals("acme");
      assertThat(standing.spent().modelCalls()).isEqualTo(1);
      assertThat(standing.reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  /// The caller must not wait for a thread that has ended.
  @Test
  void aModelThatThrowsAnUncheckedExceptionFailsTheOneShotCompletion() {
    var bug =
        new FakeAgents.FakeModel(
            (_, _) -> {
              throw new IllegalStateException("a bug");
            });
    var worse =
        new FakeAgents.FakeModel(
            (_, _) -> {
              throw new StackOverflowError("too deep");
            });
    try (var drover = on(store)) {
      var session = open(drover);
      for (var broken : List.of(bug, worse)) {
        assertThatThrownBy(
                () -> session.complete(OneShotRequest.of("title", "name it").with(broken)))
            .isInstanceOf(OneShotFailed.class)
            .hasMessageContaining("model_broke");
      }
      assertThat(session.complete("title", "again")).isEqualTo("|again");
    }
  }

  @Test
  void anInvalidNameIsRefusedBeforeTheModelIsCalled() {
    try (var drover = on(store)) {
      var session = open(drover);
      assertThatThrownBy(() -> session.complete("no name", "hi"))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("name");
      assertThatThrownBy(() -> session.complete("title", " "))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("prompt");
      assertThat(model.requests()).isEmpty();
    }
  }
}
