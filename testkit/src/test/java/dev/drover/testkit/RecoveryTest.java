package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Approvals.Receipt;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Recovery;
import dev.drover.runtime.Retries;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Store;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RecoveryTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger payments = new AtomicInteger();

  private static Drover on(Store store) {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private AgentBuilder payer(AgentBuilder agent, AfterCrash afterCrash) {
    var pay =
        FakeTool.of(
            "pay",
            EffectClass.UNSAFE,
            afterCrash,
            _ -> {
              payments.incrementAndGet();
              return done("paid");
            });
    return agent
        .model(FakeModel.playing(calls("pay"), says("done")))
        .tools(pay)
        .policy(Policy.ALLOW_ALL);
  }

  /// Dies when the payment was made and its outcome is not durable.
  private void dieInsideThePayment(AfterCrash afterCrash) throws InterruptedException {
    var mortal = new MortalStore(store, 3);
    var drover = Drover.on(mortal).build();
    payer(drover.agent("payer"), afterCrash).build().open(SESSION).send("pay");
    mortal.awaitDeath();
    drover.disconnect();
    payments.set(0);
  }

  private List<ToolOutcome> outcomes(Drover drover) {
    return drover.archive().state(SESSION).conversation().messages().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .toList();
  }

  @Test
  @Tag("A12")
  void anAgentThatComesBackDrivesItsUnfinishedRunsOn() throws Exception {
    dieInsideThePayment(AfterCrash.TELL_MODEL);
    try (var drover = on(store)) {
      var run = drover.archive().runs(SESSION).getFirst();
      assertThat(run.status()).isEqualTo(RunStatus.WAITING);
      assertThat(run.waitingFor()).isEqualTo("a process to drive it");
      var agent = payer(drover.agent("payer"), AfterCrash.TELL_MODEL).build();
      var session = agent.open(SESSION, OpenMode.RESUME);
      assertThat(session.run(run.run()).orElseThrow().await().text()).isEqualTo("done");
      assertThat(outcomes(drover)).hasSize(1).allMatch(ToolOutcome.Unknown.class::isInstance);
      assertThat(payments).hasValue(0);
    }
  }

  @Test
  @Tag("A12")
  void byConfigurationARunWhoseProcessDiedIsClosedAsInterrupted() throws Exception {
    dieInsideThePayment(AfterCrash.TELL_MODEL);
    try (var drover =
        Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).recovery(Recovery.CLOSE).build()) {
      var run = drover.archive().runs(SESSION).getFirst().run();
      var session = payer(drover.agent("payer"), AfterCrash.TELL_MODEL).build().open(SESSION);
      var report = session.run(run).orElseThrow().await();
      assertThat(report.status()).isEqualTo(RunStatus.FAILED);
      assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("interrupted");
      assertThat(session.ask("go on").text()).isEqualTo("done");
    }
  }

  @Test
  @Tag("A14")
  void byPolicyAPersonDecidesWhetherALostPaymentIsMadeAgain() throws Exception {
    dieInsideThePayment(AfterCrash.ASK_PERSON);
    try (var drover = on(store)) {
      var session = payer(drover.agent("payer"), AfterCrash.ASK_PERSON).build().open(SESSION);
      var run = session.currentRun().orElseThrow();
      awaitQuestion(drover);
      var question = drover.approvals().open().getFirst();
      assertThat(question.why()).contains("may have happened");
      var yes = new Answer.Yes(Answer.Scope.ONCE);
      assertThat(drover.approvals().answer(question.id(), yes, "ann")).isEqualTo(Receipt.COUNTED);
      assertThat(drover.approvals().answer(question.id(), yes, "ben"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(payments).hasValue(1);
    }
  }

  private static void awaitQuestion(Drover drover) {
    try (var events = drover.archive().events(Cursor.start(SESSION))) {
      while (drover.approvals().open().isEmpty()) {
        assertThat(events.next(Duration.ofSeconds(10))).isPresent();
      }
    }
  }

  @Test
  @Tag("A2")
  void ofTwoProcessesOnOneSessionOneWinsAndTheOtherStopsAndSaysSo() throws Exception {
    var first = Drover.on(store).build();
    var agent =
        first
            .agent("payer")
            .model(
                new FakeModel(
                    (request, deltas) ->
                        Fakes.streamingForEver("", new CountDownLatch(1)).reply(request, deltas)))
            .build();
    var mine = agent.open(SESSION);
    var run = mine.send("hi");
    // As if the first process had slept through its lease: the store no longer knows it.
    store.leases().release(store.leases().holder(SESSION).orElseThrow().owner());
    try (var second = on(store)) {
      var taken =
          second
              .agent("payer")
              .model(FakeModel.playing(says("from the second")))
              .build()
              .open(SESSION);
      assertThat(taken.run(run.id()).orElseThrow().await().text()).isEqualTo("from the second");
      assertThat(run.cancel()).isFalse();
      assertThat(run.await().text()).isEqualTo("from the second");
    }
    first.disconnect();
  }

  @Test
  @Tag("C2")
  @Tag("A15")
  void aBrokenAttemptIsRetriedWhenThePolicySaysAndItsTextIsRetracted() throws Exception {
    var time = new VirtualTime();
    try (var drover =
        Drover.on(store)
            .time(time)
            .retries(new Retries(2, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2))
            .build()) {
      var model =
          new FakeModel(
              (request, _) -> {
                if (request.attempt() < 3) {
                  throw Fakes.broken(new Failure.Retry.Later(Duration.ofSeconds(5)));
                }
                return says("at last");
              });
      var session = drover.agent("patient").model(model).build().open(SESSION);
      var run = session.send("hi");
      // One renews the lease, one looks for what nobody drives, one waits for the next attempt.
      for (int i = 0; i < 2; i++) {
        time.awaitSleepers(3);
        assertThat(run.status()).isEqualTo(RunStatus.WAITING);
        time.advance(Duration.ofSeconds(5));
      }
      assertThat(run.await().text()).isEqualTo("at last");
      assertThat(session.history()).hasSize(2).contains(new Message.User(Text.of("hi")));
      assertThat(session.page(Cursor.start(SESSION), 100).items())
          .extracting(Notice.Happened::event)
          .extracting(event -> event.getClass().getSimpleName())
          .containsExactly(
              "SessionOpened",
              "RecipeAdopted",
              "RunAccepted",
              "ModelFailed",
              "ModelFailed",
              "ModelReplied",
              "RunFinished");
    }
  }
}
