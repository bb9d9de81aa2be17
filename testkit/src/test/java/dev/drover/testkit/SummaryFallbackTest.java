package dev.drover.testkit;

import static dev.drover.testkit.Fakes.broken;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.Fakes.throttled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Price;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Replacement;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.Retries;
import dev.drover.runtime.Session;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Summaries that the first model does not make, and others that stand ready.
@Tag("C2")
@Tag("C6")
@Timeout(60)
final class SummaryFallbackTest {
  private static final String FIRST = "fake/first";
  private static final String SPARE = "fake/spare";
  private static final Price CHEAP = Prices.perMillion("1.00", "2.00", "0", "0");

  /// What a model does that is told to sum up.
  interface Scribe {
    ModelReply sumUp() throws ModelException, InterruptedException;
  }

  private static NamedModel model(String name, int window, Scribe scribe) {
    return new NamedModel(
        name,
        window,
        (request, _) -> isSummary(request) ? scribe.sumUp() : says("Well. ".repeat(600)));
  }

  private static NamedModel model(String name, Scribe scribe) {
    return model(name, 200_000, scribe);
  }

  private static boolean isSummary(ModelRequest request) {
    return request.instructions().startsWith("You sum up");
  }

  private static long summaries(NamedModel model) {
    return model.requests().stream().filter(SummaryFallbackTest::isSummary).count();
  }

  private static NamedModel away(String name) {
    return model(
        name,
        () -> {
          throw refused();
        });
  }

  private static ModelException refused() {
    return new ModelException(
        Failure.lasting(new Problem("model_unauthorized", "No", "the key is no good", "Look.")),
        null);
  }

  private static Drover drover() {
    return Drover.on(new MortalStore(new MemoryStore(), MortalStore.IMMORTAL))
        .retries(new Retries(1, Duration.ofMillis(1), Duration.ofMillis(1), 0))
        .prices(
            Prices.NONE
                .with(FIRST, Prices.perMillion("3.00", "15.00", "0", "0"))
                .with(SPARE, CHEAP))
        .build();
  }

  private static AgentBuilder clerk(Drover drover, NamedModel first, NamedModel... others) {
    var agent =
        drover
            .agent("clerk")
            .model(first)
            .tools(FakeTool.pure("look", _ -> Fakes.done("seen")))
            .policy(Policy.ALLOW_ALL);
    for (var other : others) {
      agent.fallback(other);
    }
    return agent;
  }

  private static Session talked(AgentBuilder agent) {
    var session = agent.build().open();
    session.ask("one");
    session.ask("two");
    return session;
  }

  private static <E extends Event> List<E> events(Session session, Class<E> kind) {
    return Journals.events(session.drover(), session.id(), kind);
  }

  private static List<String> names(ShorteningOutcome outcome) {
    return outcome.replacements().stream().map(one -> one.fallback().model()).toList();
  }

  @Test
  @Tag("F5")
  void anotherModelSumsUpBetweenRunsAndTheJournalSaysWhoAndWhyAndAtWhatPrice() {
    var first = away(FIRST);
    var spare = model(SPARE, () -> says("So far so good."));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      assertThat(session.compact().orElseThrow().summed()).isTrue();
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(summaries(spare)).isEqualTo(1);
      var shortening = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(shortening.cause()).isEqualTo(Cause.ASKED);
      assertThat(shortening.replacements())
          .extracting(Replacement::fallback, one -> one.failure().problem().code())
          .containsExactly(tuple(new Fallback(SPARE, CHEAP), "model_unauthorized"));
      session.ask("three");
      // The next run begins with the first model, and no run was ever with another.
      assertThat(first.requests()).hasSize(4);
      assertThat(events(session, Event.ModelReplaced.class)).isEmpty();
      // Ten in and two out each: three replies at 3 and 15, and a summary at 1 and 2.
      assertThat(session.ledger().lines())
          .extracting(LedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 180L), tuple(SPARE, 14L));
      assertThat(session.budgets().used().money()).isEqualTo(194);
      Journals.assertStrictlyReplayed(drover, session.id());
    }
  }

  @Test
  void theAttemptsOfEachModelAreUsedUpBeforeTheNextOneIsAsked() {
    var first =
        model(
            FIRST,
            () -> {
              throw broken(new Failure.Retry.Later(Duration.ZERO));
            });
    var second = away("fake/second");
    var spare = model(SPARE, () -> says("So far so good."));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, second, spare));
      assertThat(session.compact()).isPresent();
      assertThat(summaries(first)).isEqualTo(2);
      assertThat(summaries(second)).isEqualTo(1);
      var shortening = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(names(shortening)).containsExactly("fake/second", SPARE);
    }
  }

  @Test
  void whereNobodySumsUpNothingIsWrittenAndTheLastModelsReasonIsTold() {
    var first = away(FIRST);
    var spare =
        model(
            SPARE,
            () -> {
              throw broken(Failure.Retry.NEVER);
            });
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      long events = session.eventCount();
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("model_unavailable");
      assertThat(session.eventCount()).isEqualTo(events);
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(summaries(spare)).isEqualTo(1);
    }
  }

  @Test
  @Tag("C4")
  void aQuotaThatIsFarAwayIsNotWaitedForWhenAnotherModelStandsReady() {
    var first =
        model(
            FIRST,
            () -> {
              throw throttled(Duration.ofHours(3));
            });
    var spare = model(SPARE, () -> says("So far so good."));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      assertThat(session.compact()).isPresent();
      session.ask("three");
      // The account of the first is closed now, and nobody asks it to find out.
      assertThat(session.compact()).isPresent();
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(summaries(spare)).isEqualTo(2);
    }
  }

  @Test
  void aSummaryThatIsEmptyOrTooLongForTheModelIsNotLeftToAnother() {
    var spare = model(SPARE, () -> says("never asked"));
    var empty = model(FIRST, () -> says(" "));
    var narrow =
        model(
            FIRST,
            () -> {
              throw NarrowModel.overflow(9_000);
            });
    for (var first : List.of(empty, narrow)) {
      try (var drover = drover()) {
        var session = talked(clerk(drover, first, spare));
        assertThatThrownBy(session::compact).isInstanceOf(CompactionFailed.class);
        assertThat(spare.requests()).isEmpty();
      }
    }
  }

  @Test
  @Tag("E7")
  void aSummaryThatNobodyPaysForIsNotLeftToAnother() {
    var first = model(FIRST, () -> says("never asked"));
    var spare = model(SPARE, () -> says("never asked"));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      session.budgets().set(Budgets.NONE.ofSession(Budget.NONE.tokens(100)));
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("budget_exhausted");
      assertThat(summaries(first)).isZero();
      assertThat(spare.requests()).isEmpty();
    }
  }

  @Test
  @Tag("F5")
  void aSummaryOfAnotherModelThatComesTooLateHasThatModelsPrice() {
    var inside = new ArrayList<Session>();
    var spare =
        model(
            SPARE,
            () -> {
              inside.getFirst().tool("look", Map.of());
              return says("Too late.");
            });
    try (var drover = drover()) {
      var session = talked(clerk(drover, away(FIRST), spare));
      inside.add(session);
      assertThatThrownBy(session::compact).isInstanceOf(SessionBusy.class);
      var failure = events(session, Event.CompactionFailed.class).getFirst().failure();
      assertThat(failure.problem().code()).isEqualTo("summary_too_late");
      assertThat(names(failure)).containsExactly(SPARE);
      assertThat(session.ledger().lines())
          .extracting(LedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 120L), tuple(SPARE, 14L));
      Journals.assertStrictlyReplayed(drover, session.id());
    }
  }

  @Test
  void withinARunTheNextModelSumsUpAndGoesOnWithTheRun() {
    var first =
        model(
            FIRST,
            4_000,
            () -> {
              throw refused();
            });
    var spare = model(SPARE, 4_000, () -> says("So far so good."));
    try (var drover = drover()) {
      var session = clerk(drover, first, spare).build().open();
      var report =
          session
              .send(Ask.of("and then?").withHistory(ShorteningStage.longHistory()))
              .await(Duration.ofSeconds(30))
              .orElseThrow();
      assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(events(session, Event.CompactionFailed.class)).isEmpty();
      assertThat(
              Journals.of(drover, session.id()).stream()
                  .map(Recorded::event)
                  .dropWhile(event -> !(event instanceof Event.ModelReplaced))
                  .map(event -> event.getClass().getSimpleName())
                  .limit(4))
          .containsExactly("ModelReplaced", "HistoryCompacted", "ModelReplied", "RunFinished");
      var shortening = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(shortening.cause()).isEqualTo(Cause.WINDOW);
      assertThat(shortening.replacements()).isEmpty();
      Journals.assertStrictlyReplayed(drover, session.id());
    }
  }
}
