package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.ShorteningStage.events;
import static dev.drover.testkit.ShorteningStage.narrow;
import static dev.drover.testkit.ShorteningStage.open;
import static dev.drover.testkit.ShorteningStage.shortenings;
import static dev.drover.testkit.ShorteningStage.talk;
import static dev.drover.testkit.ShorteningStage.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.runtime.Drover;
import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.problem.RunEnded;
import dev.drover.spi.model.Delta;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What becomes of a run whose model says that it was asked too much.
@Tag("C6")
@Timeout(60)
final class OverflowTest {
  @Test
  void aModelThatSaysTooLongIsAskedAgainWithLess() {
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
              return ShorteningStage.chat(request);
            });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 4);
      assertThat(told).hasValue(1);
      assertThat(shortenings(session))
          .singleElement()
          .satisfies(one -> assertThat(one.cause()).isEqualTo(Cause.OVERFLOW))
          .satisfies(one -> assertThat(one.isSummedUp()).isTrue());
      assertThat(events(session, Event.ModelFailed.class)).isEmpty();
      assertThat(model.asked().getLast().messages()).contains(user("prompt 4")).hasSizeLessThan(7);
    }
  }

  @Test
  void aModelThatSaysTooLongTwiceEndsTheRun() {
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
          .isInstanceOf(RunEnded.class)
          .hasMessageContaining("context_overflow");
      assertThat(told).hasValue(2);
      assertThat(shortenings(session)).hasSize(1);
      // What failed leaves no trace but for what it was worth to pay for.
      assertThat(session.history()).doesNotContain(user("prompt 4"));
      assertThat(session.history()).anyMatch(OverflowTest::isSummary);
      session.ask("prompt 5");
      assertThat(shortenings(session)).hasSize(1);
    }
  }

  private static boolean isSummary(Message message) {
    return message instanceof Message.User said && Shortening.isMadeOf(said);
  }

  @Test
  void anOverflowAfterTheFirstWordEndsTheRun() {
    var model =
        new Fakes.FakeModel(
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
          .isInstanceOf(RunEnded.class)
          .hasMessageContaining("context_overflow");
      assertThat(model.requests()).hasSize(2);
    }
  }

  @Test
  void anAgentThatDoesNotWantItIsAskedAsItIs() {
    var model = narrow(ShorteningStage::chat);
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, agent -> agent.compaction(CompactionPolicy.OFF));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(model.summed()).isEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }
}
