package dev.drover.internal.model;

import static dev.drover.fixture.CompactionFixture.events;
import static dev.drover.fixture.CompactionFixture.narrow;
import static dev.drover.fixture.CompactionFixture.open;
import static dev.drover.fixture.CompactionFixture.shortenings;
import static dev.drover.fixture.CompactionFixture.talk;
import static dev.drover.fixture.CompactionFixture.user;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.compaction.CompactionPolicy;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.NarrowModel;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import dev.drover.spi.model.Delta;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs whose model reports a context overflow.
@Tag("C6")
@Timeout(60)
final class OverflowTest {
  @Test
  void anOverflowIsRetriedWithACompactedConversation() {
    var told = new AtomicInteger();
    var model =
        new NarrowModel(
            0,
            2_000,
            request -> {
              if (request.messages().size() > 6) {
                told.incrementAndGet();
                throw NarrowModel.overflow(NarrowModel.tokens(request));
              }
              return CompactionFixture.chat(request);
            });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 4);
      assertThat(told).hasValue(1);
      assertThat(shortenings(session))
          .singleElement()
          .satisfies(one -> assertThat(one.cause()).isEqualTo(Cause.OVERFLOW))
          .satisfies(one -> assertThat(one.hasSummary()).isTrue());
      assertThat(events(session, Event.ModelFailed.class)).isEmpty();
      assertThat(model.asked().getLast().messages()).contains(user("prompt 4")).hasSizeLessThan(7);
    }
  }

  @Test
  void aSecondOverflowEndsTheRun() {
    var told = new AtomicInteger();
    var model =
        new NarrowModel(
            0,
            2_000,
            request -> {
              if (request.messages().contains(user("prompt 4"))) {
                told.incrementAndGet();
                throw NarrowModel.overflow(NarrowModel.tokens(request));
              }
              return says("Well. ".repeat(1_000));
            });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 3);
      assertThatThrownBy(() -> session.ask("prompt 4"))
          .isInstanceOf(RunNotCompleted.class)
          .hasMessageContaining("context_overflow");
      assertThat(told).hasValue(2);
      assertThat(shortenings(session)).hasSize(1);
      // The failed prompt is not in the history.
      assertThat(session.history()).doesNotContain(user("prompt 4"));
      assertThat(session.history()).anyMatch(OverflowTest::isSummary);
      session.ask("prompt 5");
      assertThat(shortenings(session)).hasSize(1);
    }
  }

  private static boolean isSummary(Message message) {
    return message instanceof Message.User said && CompactionOutcome.Applied.isSummaryMessage(said);
  }

  @Test
  void anOverflowAfterTheFirstDeltaEndsTheRun() {
    var model =
        new FakeAgents.FakeModel(
            (request, deltas) -> {
              if (request.messages().size() > 2) {
                deltas.accept(new Delta.TextDelta("We"));
                throw NarrowModel.overflow(1);
              }
              return says("A long story. ".repeat(1_000));
            });
    try (var drover = Drover.inMemory()) {
      var session = drover.agent("clerk").model(model).build().open();
      session.ask("prompt 1");
      assertThatThrownBy(() -> session.ask("prompt 2"))
          .isInstanceOf(RunNotCompleted.class)
          .hasMessageContaining("context_overflow");
      assertThat(model.requests()).hasSize(2);
    }
  }

  @Test
  void anAgentWithoutCompactionDoesNotRetryAnOverflow() {
    var model = narrow(CompactionFixture::chat);
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, agent -> agent.compaction(CompactionPolicy.OFF));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(model.summed()).isEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }
}
