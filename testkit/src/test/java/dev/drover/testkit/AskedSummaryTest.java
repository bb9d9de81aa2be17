package dev.drover.testkit;

import static dev.drover.testkit.Fakes.broken;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.ShorteningStage.boundless;
import static dev.drover.testkit.ShorteningStage.events;
import static dev.drover.testkit.ShorteningStage.open;
import static dev.drover.testkit.ShorteningStage.shortenings;
import static dev.drover.testkit.ShorteningStage.talk;
import static dev.drover.testkit.ShorteningStage.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.problem.SessionBusy;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Summaries that somebody asks for while no run is going.
@Tag("C6")
@Timeout(60)
final class AskedSummaryTest {
  @Test
  @Tag("B9")
  void whoeverAsksForASummaryGetsOneAndTheLastExchangeStays() {
    var model = boundless();
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 3);
      var done = session.compact("the price").orElseThrow();
      assertThat(done)
          .extracting(Compaction::dropped, Compaction::kept, Compaction::summed, Compaction::cause)
          .containsExactly(4, 2, true, Cause.ASKED);
      assertThat(session.compactions()).containsExactly(done);
      assertThat(model.summed().getFirst().instructions()).endsWith("above all: the price");
      session.ask("prompt 4");
      assertThat(model.asked().getLast().messages())
          .containsExactly(
              user("prompt 1"),
              user("prompt 2"),
              summary(session),
              user("prompt 3"),
              new Message.Assistant(says("Fine.").blocks(), Message.Ending.WHOLE),
              user("prompt 4"));
      assertThat(session.totalUsage()).isEqualTo(model.reported());
      assertThat(session.turnCount()).isEqualTo(4);
    }
  }

  private static Message summary(Session session) {
    return new Message.User(shortenings(session).getFirst().summary());
  }

  @Test
  @Tag("B9")
  void oneExchangeIsNotSummedUpAndNothingIsAskedFor() {
    var model = boundless();
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      assertThat(session.compact()).isEmpty();
      session.ask("prompt 1");
      assertThat(session.compact()).isEmpty();
      assertThat(model.summed()).isEmpty();
    }
  }

  @Test
  void whoeverAsksForASummaryIsToldThatTheModelIsAwayAndNothingHasChanged() {
    var model =
        boundless()
            .summing(
                _ -> {
                  throw broken(Failure.Retry.NEVER);
                });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 2);
      long events = session.eventCount();
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("model_unavailable");
      assertThat(session.eventCount()).isEqualTo(events);
    }
  }

  @Test
  void aSummaryOfAConversationThatWentOnMeanwhileIsNotUsed() {
    var inside = new ArrayList<Session>();
    var model =
        boundless()
            .summing(
                _ -> {
                  inside.getFirst().tool("look", Map.of());
                  return says("So far so good.");
                });
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      inside.add(session);
      talk(session, 2);
      assertThatThrownBy(session::compact).isInstanceOf(SessionBusy.class);
      assertThat(session.history()).hasSize(4);
      assertThat(shortenings(session)).isEmpty();
      // It was paid for all the same.
      assertThat(session.totalUsage()).isEqualTo(model.reported());
      assertThat(session.ledger().total()).isEqualTo(model.reported());
      assertThat(events(session, Event.CompactionFailed.class))
          .extracting(event -> event.failure().problem().code())
          .containsExactly("summary_too_late");
    }
  }

  @Test
  @Tag("F5")
  void aSummaryThatWasAskedForAndIsNoneIsPaidForAllTheSame() {
    var model = boundless().summing(_ -> says(" "));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 2);
      assertThatThrownBy(session::compact).isInstanceOf(CompactionFailed.class);
      assertThat(session.history()).hasSize(4);
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }
}
