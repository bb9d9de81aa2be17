package dev.drover.testkit;

import static dev.drover.testkit.Fakes.broken;
import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.ShorteningStage.events;
import static dev.drover.testkit.ShorteningStage.narrow;
import static dev.drover.testkit.ShorteningStage.open;
import static dev.drover.testkit.ShorteningStage.shortenings;
import static dev.drover.testkit.ShorteningStage.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversations that become shorter before a request of their run.
@Tag("C6")
@Timeout(60)
final class ShorteningLawTest {
  @Test
  void outputsOfToolsGoFirstAndTheModelIsToldHowToGetThemBack() {
    var looks = new AtomicInteger();
    var model = narrow(_ -> looks.incrementAndGet() <= 6 ? calls("look") : says("done"));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      session.ask("Look six times.");
      var first = shortenings(session).getFirst();
      assertThat(first.isSummedUp()).isFalse();
      assertThat(first.usage()).isEqualTo(Usage.NONE);
      assertThat(first.cut().trimmed()).startsWith(2);
      assertThat(session.read(outcome(session.history().get(2))))
          .isEqualTo(
              "[This output was taken out to make room: it had 12000 bytes. Call the tool again if"
                  + " you still need it.]");
      assertThat(events(session, Event.ToolSettled.class))
          .allMatch(event -> event.outcome().equals(done("x".repeat(12_000))));
    }
  }

  private static Text outcome(Message message) {
    return ((ToolOutcome.Succeeded) ((Message.ToolResult) message).outcome()).content();
  }

  @Test
  void aSummaryThatIsNeverMadeChangesNothingAndTheModelIsAskedAsItIs() {
    var model =
        NarrowModel.lenient(16_000, ShorteningStage::chat)
            .summing(
                _ -> {
                  throw broken(Failure.Retry.NEVER);
                });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 8);
      assertThat(model.summed()).isNotEmpty();
      assertThat(shortenings(session)).isEmpty();
      assertThat(session.history()).hasSize(16);
      assertThat(events(session, Event.ModelFailed.class)).isEmpty();
      assertThat(events(session, Event.CompactionFailed.class))
          .hasSameSizeAs(model.summed())
          .extracting(event -> event.failure().problem().code())
          .containsOnly("model_unavailable");
    }
  }

  @Test
  void aSummaryThatIsNeverMadeIsNotWantedAgainUntilTheConversationIsAnEighthLonger() {
    var model =
        NarrowModel.lenient(
                16_000,
                request -> says(request.messages().size() > 14 ? "Hm." : "Well. ".repeat(1_500)))
            .summing(_ -> says(" "));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 16);
      // The eighth prompt finds more than 14,000 tokens; from there on little is said.
      assertThat(model.summed()).hasSize(1);
      var setback = events(session, Event.CompactionFailed.class).getFirst().failure().tokens();
      assertThat(setback).isGreaterThan(13_000);
      assertThat(session.totalUsage()).isEqualTo(model.reported());
      session.ask("x".repeat((int) setback / 3));
      assertThat(model.summed()).hasSize(1);
      session.ask("x".repeat((int) setback / 3));
      assertThat(model.summed()).hasSize(2);
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  void aSummaryOfNoWordsIsNone() {
    var model = NarrowModel.lenient(16_000, ShorteningStage::chat).summing(_ -> says(" "));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 8);
      assertThat(model.summed()).isNotEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  @Tag("C2")
  void aSummaryThatBreaksIsTriedAgainAsAnyCall() {
    var tries = new AtomicInteger();
    var model =
        narrow(ShorteningStage::chat)
            .summing(
                _ -> {
                  if (tries.incrementAndGet() == 1) {
                    throw broken(new Failure.Retry.Later(Duration.ZERO));
                  }
                  return says("So far so good.");
                });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 8);
      assertThat(events(session, Event.ModelFailed.class)).hasSize(1);
      assertThat(shortenings(session)).hasSize(1);
      assertThat(tries).hasValue(2);
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }

  @Test
  @Tag("B4")
  void aRunIsCancelledWhileItIsSummedUpAndNothingIsShorter() throws Exception {
    var summing = new CountDownLatch(1);
    var model =
        narrow(ShorteningStage::chat)
            .summing(
                _ -> {
                  summing.countDown();
                  new CountDownLatch(1).await();
                  throw new IllegalStateException("nobody lets it go on");
                });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 7);
      var run = session.send("One more.");
      summing.await();
      assertThat(session.cancel()).isTrue();
      assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(shortenings(session)).isEmpty();
      assertThat(session.history()).hasSize(16);
    }
  }

  @Test
  @Tag("E7")
  void aSummaryIsPaidForOutOfTheBudgetsOfItsRunAndOfItsAccount() {
    var store = new MemoryStore();
    var model = narrow(ShorteningStage::chat);
    var budgets =
        Budgets.NONE
            .ofSession(Budget.NONE.tokens(10_000_000))
            .ofAccount("acme", Budget.NONE.tokens(10_000_000));
    try (var drover = Drover.on(store).build()) {
      var session = open(drover, model, agent -> agent.budgets(budgets));
      talk(session, 8);
      assertThat(shortenings(session)).isNotEmpty();
      var standing = store.accounts().standing("acme");
      assertThat(standing.spent().tokens()).isEqualTo(model.reported().total());
      assertThat(standing.spent().modelCalls())
          .isEqualTo(model.asked().size() + model.summed().size());
      assertThat(standing.reserved().tokens()).isZero();
      session.compact();
      assertThat(store.accounts().standing("acme").spent().tokens())
          .isEqualTo(model.reported().total());
      assertThat(store.accounts().standing("acme").reserved().tokens()).isZero();
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }
}
