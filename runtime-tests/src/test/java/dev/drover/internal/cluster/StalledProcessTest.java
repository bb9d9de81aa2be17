package dev.drover.internal.cluster;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that stalls for longer than its lease, with a payment recorded and not yet made.
@Tag("A14")
@Timeout(60)
final class StalledProcessTest {
  private static final SessionId SESSION = new SessionId("s-away");
  private static final Duration LONG = Duration.ofMinutes(2);

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore(time::now);
  private final AtomicBoolean isCutOff = new AtomicBoolean();
  private final AtomicInteger payments = new AtomicInteger();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// The store of a process that sometimes cannot renew its lease.
  private final class StallingStore extends StoreWrapper {
    StallingStore() {
      super(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
    }

    @Override
    public Leases leases() {
      var leases = super.leases();
      return new LeasesWrapper(leases) {
        @Override
        public void renew(OwnerId owner, Duration length) {
          if (isCutOff.get()) {
            throw new PortException(
                new Problem("store_unavailable", "Away", "it cannot be reached", "Wait."), null);
          }
          super.renew(owner, length);
        }
      };
    }
  }

  private Agent payer(Drover drover) {
    return drover
        .agent("payer")
        .model(
            new FakeModel(
                (request, _) ->
                    request.messages().stream().anyMatch(Message.ToolResult.class::isInstance)
                        ? says("over")
                        : calls("pay")))
        .policy(Policy.ALLOW_ALL)
        .tools(
            FakeTool.unsafe(
                "pay",
                _ -> {
                  payments.incrementAndGet();
                  return done("paid");
                }))
        .budgetGuard(
            question -> {
              if (question.need().toolCalls() > 0) {
                ready.countDown();
                goOn.await();
              }
              return Optional.empty();
            })
        .build();
  }

  private Drover other() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).time(time).build();
  }

  @Test
  void aStalledProcessDoesNotMakeACallThatAnotherProcessHasSettled() throws Exception {
    try (var away = Drover.on(new StallingStore()).time(time).build();
        var other = other()) {
      var session = payer(away).open(SESSION);
      session.send("pay");
      ready.await();
      isCutOff.set(true);
      time.advance(LONG);
      var taken = payer(other).open(SESSION, OpenMode.RESUME);
      assertThat(taken.awaitIdle(LONG)).isTrue();
      isCutOff.set(false);
      goOn.countDown();
      ApprovalWaits.until(session::isIdle);
      assertThat(payments).hasValue(0);
      assertThat(WholeJournals.events(other, SESSION, Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled -> assertThat(settled.outcome()).isInstanceOf(ToolOutcome.Unknown.class));
    }
  }

  @Test
  void aStalledProcessContinuesIfNoOtherHasTakenOver() throws Exception {
    try (var away = Drover.on(new StallingStore()).time(time).build()) {
      var run = payer(away).open(SESSION).send("pay");
      ready.await();
      isCutOff.set(true);
      time.advance(LONG);
      isCutOff.set(false);
      goOn.countDown();
      assertThat(run.await().status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(payments).hasValue(1);
    }
  }

  /// Calls a model outside of a run; the process stalls while the guard is asked.
  ///
  /// @return how often the guard was asked
  private int questionsWhile(Consumer<Session> work) throws Exception {
    var questions = new AtomicInteger();
    var isArmed = new AtomicBoolean();
    try (var away = Drover.on(new StallingStore()).time(time).build()) {
      var session =
          away.agent("talker")
              .model(FakeModel.playing(says("fine")))
              .budgetGuard(
                  _ -> {
                    if (isArmed.get() && questions.incrementAndGet() == 1) {
                      ready.countDown();
                      goOn.await();
                    }
                    return Optional.empty();
                  })
              .build()
              .open(SESSION);
      session.ask("one");
      session.ask("two");
      isArmed.set(true);
      var worker = Thread.ofVirtual().start(() -> work.accept(session));
      ready.await();
      isCutOff.set(true);
      time.advance(LONG);
      isCutOff.set(false);
      goOn.countDown();
      worker.join();
    }
    return questions.get();
  }

  @Test
  @Tag("F6")
  void aStalledProcessReservesAOneShotCompletionAgain() throws Exception {
    assertThat(questionsWhile(session -> session.complete("title", "name it"))).isEqualTo(2);
  }

  @Test
  @Tag("C6")
  void aStalledProcessReservesASummaryAgain() throws Exception {
    assertThat(questionsWhile(Session::compact)).isEqualTo(2);
  }

  @Test
  void aLeaseBelowOneSecondIsRefused() {
    var builder = Drover.on(store);
    assertThatThrownBy(() -> builder.lease(Duration.ofMillis(999)))
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("lease: it must be a second or more, not PT0.999S");
    assertThat(builder.lease(Duration.ofSeconds(1))).isSameAs(builder);
  }
}
