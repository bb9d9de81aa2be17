package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.DroverBuilder.RecoveryMode;
import dev.drover.OpenMode;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RunRecoveryTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger payments = new AtomicInteger();

  private static Drover on(Store store) {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
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

  /// Dies after the payment was made and before its outcome is durable.
  private void dieInsideThePayment(AfterCrash afterCrash) throws InterruptedException {
    var mortal = new CrashingStore(store, 3);
    var drover = Drover.on(mortal).build();
    payer(drover.agent("payer"), afterCrash).build().open(SESSION).send("pay");
    mortal.awaitCrash();
    drover.disconnect();
    payments.set(0);
  }

  private List<ToolOutcome> outcomes(Drover drover) {
    return drover.queries().snapshot(SESSION).messages().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .toList();
  }

  @Test
  @Tag("A12")
  void aReopenedAgentContinuesItsUnfinishedRuns() throws Exception {
    dieInsideThePayment(AfterCrash.TELL_MODEL);
    try (var drover = on(store)) {
      var run = drover.queries().runs(SESSION).getFirst();
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
  void aRunOfADeadProcessIsClosedAsInterruptedIfConfigured() throws Exception {
    dieInsideThePayment(AfterCrash.TELL_MODEL);
    try (var drover =
        Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
            .recovery(RecoveryMode.CLOSE)
            .build()) {
      var run = drover.queries().runs(SESSION).getFirst().run();
      var session = payer(drover.agent("payer"), AfterCrash.TELL_MODEL).build().open(SESSION);
      var report = session.run(run).orElseThrow().await();
      assertThat(report.status()).isEqualTo(RunStatus.FAILED);
      assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("interrupted");
      assertThat(session.ask("go on").text()).isEqualTo("done");
    }
  }

  @Test
  @Tag("A14")
  void aPersonDecidesWhetherALostPaymentIsRepeatedIfConfigured() throws Exception {
    dieInsideThePayment(AfterCrash.ASK_PERSON);
    try (var drover = on(store)) {
      var session = payer(drover.agent("payer"), AfterCrash.ASK_PERSON).build().open(SESSION);
      var run = session.currentRun().orElseThrow();
      awaitQuestion(drover);
      var question = drover.approvals().open().getFirst();
      assertThat(question.why()).contains("may have happened");
      var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
      assertThat(drover.approvals().answer(question.id(), yes, "ann")).isEqualTo(Receipt.COUNTED);
      assertThat(drover.approvals().answer(question.id(), yes, "ben"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(payments).hasValue(1);
    }
  }

  private static void awaitQuestion(Drover drover) {
    try (var events = drover.queries().events(Cursor.start(SESSION))) {
      while (drover.approvals().open().isEmpty()) {
        assertThat(events.next(Duration.ofSeconds(10))).isPresent();
      }
    }
  }

  @Test
  @Tag("A2")
  void oneOfTwoProcessesOnASessionWinsAndTheOtherStopsAndReportsIt() throws Exception {
    var first = Drover.on(store).build();
    var agent =
        first
            .agent("payer")
            .model(
                new FakeModel(
                    (request, deltas) ->
                        FakeAgents.streamingForEver("", new CountDownLatch(1))
                            .reply(request, deltas)))
            .build();
    var mine = agent.open(SESSION);
    var run = mine.send("hi");
    // As if the first process had stalled past its lease: the store has released it.
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
  void aFailedAttemptIsRetriedAsConfiguredAndItsTextIsRetracted() throws Exception {
    var time = new VirtualTime();
    try (var drover =
        Drover.on(store)
            .time(time)
            .retries(new ModelRetries(2, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2))
            .build()) {
      var model =
          new FakeModel(
              (request, _) -> {
                if (request.attempt() < 3) {
                  throw FakeAgents.broken(new Failure.Retry.Later(Duration.ofSeconds(5)));
                }
                return says("at last");
              });
      var session = drover.agent("patient").model(model).build().open(SESSION);
      var run = session.send("hi");
      // The lease renewal, the takeover scan and the wait for the next attempt.
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
