package dev.drover.internal.compaction;

import static dev.drover.fixture.CompactionFixture.boundless;
import static dev.drover.fixture.CompactionFixture.events;
import static dev.drover.fixture.CompactionFixture.open;
import static dev.drover.fixture.CompactionFixture.shortenings;
import static dev.drover.fixture.CompactionFixture.talk;
import static dev.drover.fixture.CompactionFixture.user;
import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Failure;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Summaries that are requested while no run is active.
@Tag("C6")
@Timeout(60)
final class AskedSummaryTest {
  @Test
  @Tag("B9")
  void aRequestedSummaryKeepsTheLastExchange() {
    var model = boundless();
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 3);
      var done = session.compact("the price").orElseThrow();
      assertThat(done)
          .extracting(
              CompactionRecord::dropped,
              CompactionRecord::kept,
              CompactionRecord::summarized,
              CompactionRecord::cause)
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
  void aSingleExchangeIsNotSummarized() {
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
  void aRequestedSummaryReportsAnUnavailableModelAndChangesNothing() {
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
  void aSummaryOfAConversationThatAdvancedMeanwhileIsDiscarded() {
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
      // The discarded summary is still paid for.
      assertThat(session.totalUsage()).isEqualTo(model.reported());
      assertThat(session.ledger().total()).isEqualTo(model.reported());
      assertThat(events(session, Event.CompactionFailed.class))
          .extracting(event -> event.failure().problem().code())
          .containsExactly("summary_too_late");
    }
  }

  @Test
  @Tag("F5")
  void anUnusableSummaryIsStillPaidFor() {
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
