package dev.drover.testkit;

import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Inquiry;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.Retries;
import dev.drover.runtime.Session;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.CompletionFailed;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
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

/// Models that are asked beside a conversation.
@Tag("F6")
@Timeout(60)
final class OneShotLawTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Usage ONE = new Usage(10, 2, 0, 0, 0);

  private final MemoryStore store = new MemoryStore();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// Says what it was told, and hangs if that is to hang.
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
    return Drover.on(new MortalStore(kept, MortalStore.IMMORTAL))
        .retries(new Retries(2, Duration.ofMillis(1), Duration.ofMillis(2), 0))
        .prices(
            Prices.NONE
                .with("fake/model", Prices.perMillion("3", "15", "0", "0"))
                .with("fake/cast", Prices.perMillion("1", "2", "0", "0")))
        .build();
  }

  private AgentBuilder clerk(Drover drover) {
    return drover.agent("clerk").model(model).instructions("Work.");
  }

  private Session open(Drover drover) {
    return clerk(drover).build().open(SESSION);
  }

  @Test
  void anAnswerIsNoPartOfTheConversationAndIsCountedUnderItsName() {
    try (var drover = on(store)) {
      var session = open(drover);
      session.ask("hi");
      var history = session.history();
      assertThat(session.complete(Inquiry.of("title", "name it").instructions("Be brief.")))
          .isEqualTo("Be brief.|name it");
      assertThat(session.complete("title", "again")).isEqualTo("|again");
      var small = new Cast(Map.of("clerk", (_, _) -> says("small")));
      assertThat(session.complete(Inquiry.of("memory", "what for?").with(small)))
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
      TaskStage.assertStrictlyReplayed(drover, SESSION);
    }
  }

  private static LedgerLine line(
      String source, int depth, String model, Usage usage, long millionths) {
    return new LedgerLine(SESSION, source, depth, model, usage, OptionalLong.of(millionths));
  }

  @Test
  void aRunThatIsGoingIsNotDisturbed() throws Exception {
    try (var drover = on(store)) {
      var session = open(drover);
      var run = session.send("hang");
      begun.await();
      assertThat(session.complete("title", "name it")).isEqualTo("|name it");
      assertThat(run.status()).isEqualTo(RunStatus.PLANNING);
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("Work.|hang");
      assertThat(run.await().usage()).isEqualTo(ONE);
      TaskStage.assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("E7")
  void itIsUnderTheAccountInForceAlsoBeforeTheFirstRun() {
    try (var drover = on(store)) {
      var session =
          clerk(drover)
              .budgets(Budgets.NONE.ofAccount("acme", Budget.NONE.modelCalls(2)))
              .build()
              .open(SESSION);
      session.complete("title", "one");
      session.ask("two");
      assertThatThrownBy(() -> session.complete("title", "three"))
          .isInstanceOf(CompletionFailed.class)
          .hasMessageContaining("the account acme has used 2 of its 2 model calls");
      assertThat(store.accounts().standing("acme").spent().modelCalls()).isEqualTo(2);
      assertThat(store.accounts().standing("acme").spent().tokens()).isEqualTo(24);
      assertThat(store.accounts().standing("acme").reserved()).isEqualTo(Amount.NONE);
      assertThat(model.requests()).hasSize(2);
    }
  }

  @Test
  @Tag("E7")
  void itIsUnderTheBudgetOfItsSession() {
    try (var drover = on(store)) {
      var session = open(drover);
      session.budgets().set(Budgets.NONE.ofSession(Budget.NONE.modelCalls(1)));
      session.complete("title", "one");
      assertThatThrownBy(() -> session.complete("title", "two"))
          .isInstanceOf(CompletionFailed.class)
          .hasMessageContaining("the session has used 1 of its 1 model calls");
    }
  }

  @Test
  @Tag("C2")
  void aModelThatBreaksIsAskedAgainAndPaidOnce() {
    var asked = new AtomicInteger();
    var moody =
        new FakeModel(
            (_, _) -> {
              if (asked.incrementAndGet() == 1) {
                throw Fakes.broken(new Failure.Retry.Later(Duration.ZERO));
              }
              return says("at last");
            });
    var gone =
        new FakeModel(
            (_, _) -> {
              throw Fakes.broken(Failure.Retry.NEVER);
            });
    try (var drover = on(store)) {
      var session = open(drover);
      assertThat(session.complete(Inquiry.of("title", "hi").with(moody))).isEqualTo("at last");
      assertThat(asked).hasValue(2);
      assertThatThrownBy(() -> session.complete(Inquiry.of("title", "hi").with(gone)))
          .isInstanceOf(CompletionFailed.class);
      assertThat(TaskStage.all(drover, SESSION, Event.CompletionMade.class))
          .extracting(Event.CompletionMade::shot)
          .extracting(OneShot::usage)
          .containsExactly(ONE);
    }
  }

  @Test
  @Tag("B4")
  void aCancelEndsItAndSoDoesAClose() throws Exception {
    try (var drover = on(store);
        var others = Executors.newVirtualThreadPerTaskExecutor()) {
      var session = open(drover);
      var first = others.submit(() -> session.complete("title", "hang"));
      begun.await();
      assertThat(session.cancel()).isTrue();
      assertThatThrownBy(first::get).hasCauseInstanceOf(WaitInterrupted.class);
      assertThat(session.cancel()).isFalse();
      var hanging = new CountDownLatch(1);
      var stuck = new FakeModel((request, deltas) -> Cast.hanging(hanging).reply(0, request));
      var second = others.submit(() -> session.complete(Inquiry.of("title", "x").with(stuck)));
      hanging.await();
      session.close();
      assertThatThrownBy(second::get).hasCauseInstanceOf(SessionClosed.class);
      assertThat(TaskStage.all(drover, SESSION, Event.CompletionMade.class)).isEmpty();
    }
  }

  @Test
  @Tag("F5")
  void whatIsAskedWhereAnotherProcessDrivesIsCountedThere(@TempDir Path folder) throws Exception {
    var file = folder.resolve("s.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var run = open(first).send("hang");
      begun.await();
      assertThat(open(second).complete("title", "name it")).isEqualTo("|name it");
      goOn.countDown();
      run.await();
      Waiting.until(() -> TaskStage.all(first, SESSION, Event.CompletionMade.class).size() == 1);
    }
  }

  /// Whoever dies between the answer and the append has spent what nobody counted; what was set
  /// aside for it is there again for whoever needs it.
  @Test
  @Tag("E7")
  @Tag("A13")
  void whoDiesBeforeItIsWrittenDownLeavesNothingSetAsideForGood() {
    var budgets = Budgets.NONE.ofAccount("acme", Budget.NONE.modelCalls(1));
    var dead = Drover.on(new MortalStore(store, 2)).build();
    var agent = clerk(dead).budgets(budgets).build();
    var session = agent.open(SESSION);
    var fatal =
        new FakeModel(
            (_, _) -> {
              // The second append is the last.
              assertThatThrownBy(() -> agent.open(new SessionId("s-2")))
                  .hasMessageContaining("this process is dead");
              return says("too late");
            });
    assertThatThrownBy(() -> session.complete(Inquiry.of("title", "name it").with(fatal)))
        .hasMessageContaining("this process is dead");
    dead.disconnect();
    assertThat(store.accounts().standing("acme"))
        .satisfies(
            standing -> {
              assertThat(standing.spent()).isEqualTo(Amount.NONE);
              assertThat(standing.reserved().modelCalls()).isEqualTo(1);
            });
    try (var next = on(store)) {
      var again = clerk(next).budgets(budgets).build().open(SESSION);
      assertThat(again.complete("title", "name it")).isEqualTo("|name it");
      var standing = store.accounts().standing("acme");
      assertThat(standing.spent().modelCalls()).isEqualTo(1);
      assertThat(standing.reserved()).isEqualTo(Amount.NONE);
    }
  }

  /// Whoever asks must not wait for a thread that is gone.
  @Test
  void whoeverAsksHearsOfAModelThatThrowsWhatItMustNot() {
    var bug =
        new Fakes.FakeModel(
            (_, _) -> {
              throw new IllegalStateException("a bug");
            });
    var worse =
        new Fakes.FakeModel(
            (_, _) -> {
              throw new StackOverflowError("too deep");
            });
    try (var drover = on(store)) {
      var session = open(drover);
      for (var broken : List.of(bug, worse)) {
        assertThatThrownBy(() -> session.complete(Inquiry.of("title", "name it").with(broken)))
            .isInstanceOf(CompletionFailed.class)
            .hasMessageContaining("model_broke");
      }
      assertThat(session.complete("title", "again")).isEqualTo("|again");
    }
  }

  @Test
  void aNameThatIsNoneIsRefusedBeforeAnybodyIsAsked() {
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
