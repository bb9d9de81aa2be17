package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.OwnerId;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that stands still for longer than it had said, with a payment written down and not yet
/// made.
@Tag("A14")
@Timeout(60)
final class AwayTest {
  private static final SessionId SESSION = new SessionId("s-away");
  private static final Duration LONG = Duration.ofMinutes(2);

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore();
  private final AtomicBoolean isCutOff = new AtomicBoolean();
  private final AtomicInteger payments = new AtomicInteger();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// The store of a process that at times cannot say that it is there.
  private final class CutOff extends StoreWrapper {
    CutOff() {
      super(new MortalStore(store, MortalStore.IMMORTAL));
    }

    @Override
    public Leases leases() {
      var leases = super.leases();
      return new LeasesWrapper(leases) {
        @Override
        public void renew(OwnerId owner, Instant until) {
          if (isCutOff.get()) {
            throw new PortException(
                new Problem("store_unavailable", "Away", "it cannot be reached", "Wait."), null);
          }
          super.renew(owner, until);
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
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).time(time).build();
  }

  @Test
  void doesNotDoWhatAnotherHasAnsweredForMeanwhile() throws Exception {
    try (var away = Drover.on(new CutOff()).time(time).build();
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
      Waiting.until(session::isIdle);
      assertThat(payments).hasValue(0);
      assertThat(Journals.events(other, SESSION, Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled -> assertThat(settled.outcome()).isInstanceOf(ToolOutcome.Unknown.class));
    }
  }

  @Test
  void goesOnIfNobodyHasTakenItsPlace() throws Exception {
    try (var away = Drover.on(new CutOff()).time(time).build()) {
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

  /// Asks a model outside of a run; while it is paid for, the process stands still.
  ///
  /// @return how often the guard was asked
  private int questionsWhile(Consumer<Session> work) throws Exception {
    var questions = new AtomicInteger();
    var isArmed = new AtomicBoolean();
    try (var away = Drover.on(new CutOff()).time(time).build()) {
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
  void aCompletionIsPaidForAgainByAProcessThatWasAway() throws Exception {
    assertThat(questionsWhile(session -> session.complete("title", "name it"))).isEqualTo(2);
  }

  @Test
  @Tag("C6")
  void aSummaryIsPaidForAgainByAProcessThatWasAway() throws Exception {
    assertThat(questionsWhile(Session::compact)).isEqualTo(2);
  }

  @Test
  void aLeaseThatIsOverBeforeAnybodyHasLookedIsRefused() {
    var builder = Drover.on(store);
    assertThatThrownBy(() -> builder.lease(Duration.ofMillis(999)))
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("lease: it must be a second or more, not PT0.999S");
    assertThat(builder.lease(Duration.ofSeconds(1))).isSameAs(builder);
  }
}
