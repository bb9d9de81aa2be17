package dev.drover.internal.compaction;

import static dev.drover.fixture.CompactionFixture.events;
import static dev.drover.fixture.CompactionFixture.narrow;
import static dev.drover.fixture.CompactionFixture.open;
import static dev.drover.fixture.CompactionFixture.shortenings;
import static dev.drover.fixture.CompactionFixture.talk;
import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.NarrowModel;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.store.memory.MemoryStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversations that are compacted before a request of their run.
@Tag("C6")
@Timeout(60)
final class CompactionOutcomeLawTest {
  @Test
  void toolOutputsAreDroppedFirstWithAHintHowToReadThem() {
    var looks = new AtomicInteger();
    var model = narrow(_ -> looks.incrementAndGet() <= 6 ? calls("look") : says("done"));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      session.ask("Look six times.");
      var first = shortenings(session).getFirst();
      assertThat(first.hasSummary()).isFalse();
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
  void aFailedSummaryChangesNothingAndTheRequestIsSentUncompacted() {
    var model =
        NarrowModel.lenient(16_000, CompactionFixture::chat)
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
  void aFailedSummaryIsRetriedOnlyOnceTheConversationIsAnEighthLonger() {
    var model =
        NarrowModel.lenient(
                16_000,
                request -> says(request.messages().size() > 14 ? "Hm." : "Well. ".repeat(1_500)))
            .summing(_ -> says(" "));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 16);
      // The eighth prompt exceeds 14,000 tokens; the later exchanges are short.
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
  void anEmptySummaryIsRejected() {
    var model = NarrowModel.lenient(16_000, CompactionFixture::chat).summing(_ -> says(" "));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 8);
      assertThat(model.summed()).isNotEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  @Tag("C2")
  void aFailingSummaryIsRetriedLikeAnyModelCall() {
    var tries = new AtomicInteger();
    var model =
        narrow(CompactionFixture::chat)
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
  void cancellingARunDuringASummaryLeavesTheConversationUnchanged() throws Exception {
    var summing = new CountDownLatch(1);
    var model =
        narrow(CompactionFixture::chat)
            .summing(
                _ -> {
                  summing.countDown();
                  new CountDownLatch(1).await();
                  throw new IllegalStateException("it was never released");
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
  void aSummaryIsChargedToTheBudgetsOfItsRunAndAccount() {
    var store = new MemoryStore();
    var model = narrow(CompactionFixture::chat);
    var budgets =
        BudgetSet.NONE
            .ofSession(Budget.NONE.tokens(10_000_000))
            .ofAccount("acme", Budget.NONE.tokens(10_000_000));
    try (var drover = Drover.on(store).build()) {
      var session = open(drover, model, agent -> agent.budgets(budgets));
      talk(session, 8);
      assertThat(shortenings(session)).isNotEmpty();
      var standing = store.accounts().totals("acme");
      assertThat(standing.spent().tokens()).isEqualTo(model.reported().total());
      assertThat(standing.spent().modelCalls())
          .isEqualTo(model.asked().size() + model.summed().size());
      assertThat(standing.reserved().tokens()).isZero();
      session.compact();
      assertThat(store.accounts().totals("acme").spent().tokens())
          .isEqualTo(model.reported().total());
      assertThat(store.accounts().totals("acme").reserved().tokens()).isZero();
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }
}
