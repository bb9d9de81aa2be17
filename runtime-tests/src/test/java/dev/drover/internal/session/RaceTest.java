package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.RunId;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two concurrent operations on one session, in many rounds. A seed determines which of the two is
/// delayed and by how much, so that they meet at different points; a failure names its round.
@Timeout(120)
final class RaceTest {
  private static final int ROUNDS = 300;
  private static final int LONGEST_DAWDLE = 20_000;

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger performed = new AtomicInteger();

  private interface Round {
    void play(Drover drover, int number) throws Exception;
  }

  private void rounds(Round round) throws Exception {
    try (var drover = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
      for (int number = 0; number < ROUNDS; number++) {
        round.play(drover, number);
      }
    }
  }

  private record Both<A, B>(A one, B other) {}

  /// Starts both at once; the round determines which one is delayed and by how much.
  private static <A, B> Both<A, B> together(int round, Callable<A> one, Callable<B> other)
      throws Exception {
    var random = new Random(round);
    int dawdle = random.nextInt(LONGEST_DAWDLE);
    boolean first = random.nextBoolean();
    var start = new CyclicBarrier(2);
    var a = task(start, first ? dawdle : 0, one);
    var b = task(start, first ? 0 : dawdle, other);
    Thread.ofVirtual().start(a);
    Thread.ofVirtual().start(b);
    return new Both<>(a.get(30, TimeUnit.SECONDS), b.get(30, TimeUnit.SECONDS));
  }

  private static <T> FutureTask<T> task(CyclicBarrier start, int dawdle, Callable<T> work) {
    return new FutureTask<>(
        () -> {
          start.await(30, TimeUnit.SECONDS);
          for (int i = 0; i < dawdle; i++) {
            Thread.onSpinWait();
          }
          return work.call();
        });
  }

  private AgentBuilder payer(Drover drover, int round) {
    return drover
        .agent("payer-" + round)
        .model(FakeModel.playing(calls("pay"), says("paid")))
        .tools(FakeTool.unsafe("pay", _ -> done("paid " + performed.incrementAndGet())));
  }

  private static List<Event> events(Drover drover, Session session) {
    return drover.queries().page(Cursor.start(session.id()), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static long ends(Drover drover, Session session, RunId run) {
    return events(drover, session).stream()
        .filter(event -> event instanceof Event.RunFinished end && end.run().equals(run))
        .count();
  }

  private static ApprovalId question(Drover drover, Run run) {
    return ApprovalWaits.forQuestions(drover, run, 1).stream()
        .filter(row -> row.run().equals(run.id()))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static RunStatus status(Drover drover, RunId run) {
    return drover.queries().run(run).orElseThrow().status();
  }

  @Test
  @Tag("B4")
  void aCancelIsTrueIfAndOnlyIfTheRunEndedByIt() throws Exception {
    rounds(
        (drover, number) -> {
          var session = payer(drover, number).policy(Policy.ALLOW_ALL).build().open();
          var run = session.send("pay");
          var met = together(number, run::await, () -> session.cancel(run.id()));
          boolean cancelled = met.one().status() == RunStatus.CANCELLED;
          assertThat(met.other()).as("round %d", number).isEqualTo(cancelled);
          assertThat(ends(drover, session, run.id())).as("round %d", number).isEqualTo(1);
        });
  }

  @Test
  @Tag("B5")
  void twoConcurrentClosesEndTheRunOnceAndBothWaitForItsEnd() throws Exception {
    rounds(
        (drover, number) -> {
          var session = payer(drover, number).policy(Policy.ALLOW_ALL).build().open();
          var run = session.send("pay").id();
          Callable<RunStatus> close =
              () -> {
                session.close();
                return status(drover, run);
              };
          var met = together(number, close, close);
          assertThat(met.one()).as("round %d", number).isEqualTo(met.other());
          assertThat(met.one().isTerminal()).as("round %d", number).isTrue();
          assertThat(ends(drover, session, run)).as("round %d", number).isEqualTo(1);
        });
  }

  @Test
  @Tag("B5")
  void aPromptThatRacesACloseIsRefusedOrItsRunIsEnded() throws Exception {
    rounds(
        (drover, number) -> {
          var session = payer(drover, number).policy(Policy.ALLOW_ALL).build().open();
          var sent = new CompletableFuture<RunId>();
          together(
              number,
              () -> {
                try {
                  return sent.complete(session.send("pay").id());
                } catch (SessionClosed tooLate) {
                  return sent.cancel(false);
                }
              },
              () -> {
                session.close();
                return true;
              });
          var accepted =
              events(drover, session).stream()
                  .filter(Event.RunAccepted.class::isInstance)
                  .map(event -> ((Event.RunAccepted) event).run())
                  .toList();
          assertThat(accepted).as("round %d", number).hasSize(sent.isCancelled() ? 0 : 1);
          for (var run : accepted) {
            assertThat(status(drover, run).isTerminal()).as("round %d", number).isTrue();
            assertThat(ends(drover, session, run)).as("round %d", number).isEqualTo(1);
          }
        });
  }

  @Test
  @Tag("E3")
  void oneOfTwoRacingAnswersCountsAndIsCarriedOut() throws Exception {
    rounds(
        (drover, number) -> {
          int before = performed.get();
          var session = payer(drover, number).policy(Policy.ASK_ALWAYS).build().open();
          var run = session.send("pay");
          var question = question(drover, run);
          var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
          var no = new ApprovalAnswer.No("not today", ApprovalAnswer.OnDenial.GO_ON);
          var met =
              together(
                  number,
                  () -> drover.approvals().answer(question, yes, "anna"),
                  () -> drover.approvals().answer(question, no, "bert"));
          run.await();
          assertThat(List.of(met.one(), met.other()))
              .as("round %d", number)
              .containsExactlyInAnyOrder(Receipt.COUNTED, Receipt.ANSWERED_BEFORE);
          assertThat(performed.get() - before)
              .as("round %d", number)
              .isEqualTo(met.one() == Receipt.COUNTED ? 1 : 0);
        });
  }

  @Test
  @Tag("B4")
  @Tag("E3")
  void aYesThatRacesACancelIsCarriedOutAtMostOnceAndTheRunEndsOnce() throws Exception {
    rounds(
        (drover, number) -> {
          int before = performed.get();
          var session = payer(drover, number).policy(Policy.ASK_ALWAYS).build().open();
          var run = session.send("pay");
          var question = question(drover, run);
          var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
          var met =
              together(
                  number,
                  () -> drover.approvals().answer(question, yes, "anna"),
                  () -> session.cancel(run.id()));
          run.await();
          session.awaitIdle(Duration.ofSeconds(10));
          assertThat(ends(drover, session, run.id())).as("round %d", number).isEqualTo(1);
          assertThat(performed.get() - before)
              .as("round %d", number)
              .isLessThanOrEqualTo(met.one() == Receipt.COUNTED ? 1 : 0);
        });
  }

  @Test
  @Tag("B2")
  void oneOfTwoRacingPromptsRunsAndTheOtherIsRefusedAsBusy() throws Exception {
    rounds(
        (drover, number) -> {
          var session = payer(drover, number).policy(Policy.ASK_ALWAYS).build().open();
          Callable<Boolean> send =
              () -> {
                try {
                  session.send("pay");
                  return true;
                } catch (SessionBusy busy) {
                  return false;
                }
              };
          var met = together(number, send, send);
          assertThat(List.of(met.one(), met.other()))
              .as("round %d", number)
              .containsExactlyInAnyOrder(true, false);
          session.close();
        });
  }
}
