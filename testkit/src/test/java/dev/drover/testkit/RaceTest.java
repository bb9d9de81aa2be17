package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Approvals.Receipt;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// Two things that are said to one session at the same moment, in many rounds. A seed says how long
/// one of the two dawdles, so that they meet in different places; a failure names its round.
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
    try (var drover = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
      for (int number = 0; number < ROUNDS; number++) {
        round.play(drover, number);
      }
    }
  }

  private record Both<A, B>(A one, B other) {}

  /// Lets both go at once; one of them dawdles, which one and how long depends on the round.
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
    return drover.archive().page(Cursor.start(session.id()), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static long ends(Drover drover, Session session, RunId run) {
    return events(drover, session).stream()
        .filter(event -> event instanceof Event.RunFinished end && end.run().equals(run))
        .count();
  }

  private static ApprovalId question(Drover drover, Run run) {
    return Waiting.forQuestions(drover, run, 1).stream()
        .filter(row -> row.run().equals(run.id()))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static RunStatus status(Drover drover, RunId run) {
    return drover.archive().run(run).orElseThrow().status();
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
  void twoClosesEndTheRunOnceAndBothReturnWhenItIsOver() throws Exception {
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
  void aPromptThatMeetsACloseIsRefusedOrItsRunIsOver() throws Exception {
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
  void ofTwoAnswersOneCountsAndItIsTheOneThatIsDone() throws Exception {
    rounds(
        (drover, number) -> {
          int before = performed.get();
          var session = payer(drover, number).policy(Policy.ASK_ALWAYS).build().open();
          var run = session.send("pay");
          var question = question(drover, run);
          var yes = new Answer.Yes(Answer.Scope.ONCE);
          var no = new Answer.No("not today", Answer.Then.GO_ON);
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
  void aYesThatMeetsACancelIsCarriedOutAtMostOnceAndTheRunEndsOnce() throws Exception {
    rounds(
        (drover, number) -> {
          int before = performed.get();
          var session = payer(drover, number).policy(Policy.ASK_ALWAYS).build().open();
          var run = session.send("pay");
          var question = question(drover, run);
          var yes = new Answer.Yes(Answer.Scope.ONCE);
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
  void ofTwoPromptsAtOnceOneRunsAndTheOtherIsToldThatTheSessionIsBusy() throws Exception {
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
