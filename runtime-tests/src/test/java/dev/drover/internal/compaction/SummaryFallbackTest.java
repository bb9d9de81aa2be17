package dev.drover.internal.compaction;

import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.FakeAgents.throttled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.AgentBuilder;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.budget.ModelPrices;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.NamedModel;
import dev.drover.fixture.NarrowModel;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.policy.Policy;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Summaries that the first model fails to make, with fallback models.
@Tag("C2")
@Tag("C6")
@Timeout(60)
final class SummaryFallbackTest {
  private static final String FIRST = "fake/first";
  private static final String SPARE = "fake/spare";
  private static final TokenPrice CHEAP = ModelPrices.perMillion("1.00", "2.00", "0", "0");

  /// Replies to the request for a summary.
  interface Scribe {
    ModelReply sumUp() throws ModelException, InterruptedException;
  }

  private static NamedModel model(String name, int window, Scribe summarizer) {
    return new NamedModel(
        name,
        window,
        (request, _) -> isSummary(request) ? summarizer.sumUp() : says("Well. ".repeat(600)));
  }

  private static NamedModel model(String name, Scribe summarizer) {
    return model(name, 200_000, summarizer);
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
    return Drover.on(new CrashingStore(new MemoryStore(), CrashingStore.NEVER_CRASHES))
        .retries(new ModelRetries(1, Duration.ofMillis(1), Duration.ofMillis(1), 0))
        .prices(
            ModelPrices.NONE
                .with(FIRST, ModelPrices.perMillion("3.00", "15.00", "0", "0"))
                .with(SPARE, CHEAP))
        .build();
  }

  private static AgentBuilder clerk(Drover drover, NamedModel first, NamedModel... others) {
    var agent =
        drover
            .agent("clerk")
            .model(first)
            .tools(FakeTool.pure("look", _ -> FakeAgents.done("seen")))
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
    return WholeJournals.events(session.drover(), session.id(), kind);
  }

  private static List<String> names(CompactionOutcome outcome) {
    return outcome.replacements().stream().map(one -> one.fallback().model()).toList();
  }

  @Test
  @Tag("F5")
  void aFallbackSummaryBetweenRunsRecordsItsModelReasonAndPrice() {
    var first = away(FIRST);
    var spare = model(SPARE, () -> says("So far so good."));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      assertThat(session.compact().orElseThrow().summarized()).isTrue();
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(summaries(spare)).isEqualTo(1);
      var compaction = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(compaction.cause()).isEqualTo(Cause.ASKED);
      assertThat(compaction.replacements())
          .extracting(ModelReplacement::fallback, one -> one.failure().problem().code())
          .containsExactly(tuple(new FallbackModel(SPARE, CHEAP), "model_unauthorized"));
      session.ask("three");
      // The next run starts with the first model, and no run used another one.
      assertThat(first.requests()).hasSize(4);
      assertThat(events(session, Event.ModelReplaced.class)).isEmpty();
      // Ten tokens of input and two of output each: three replies at 3 and 15, and a summary at 1
      // and 2.
      assertThat(session.ledger().lines())
          .extracting(UsageLedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 180L), tuple(SPARE, 14L));
      assertThat(session.budgets().used().money()).isEqualTo(194);
      WholeJournals.assertStrictlyReplayed(drover, session.id());
    }
  }

  @Test
  void theRetriesOfEachModelAreExhaustedBeforeTheNextIsCalled() {
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
      var compaction = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(names(compaction)).containsExactly("fake/second", SPARE);
    }
  }

  @Test
  void ifEveryModelFailsNothingIsWrittenAndTheLastReasonIsReported() {
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
  void aLongThrottleIsNotWaitedOutIfThereIsAFallback() {
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
      // The account of the first model is throttled now, so it is not called.
      assertThat(session.compact()).isPresent();
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(summaries(spare)).isEqualTo(2);
    }
  }

  @Test
  void anEmptyOrOverflowingSummaryDoesNotFallBack() {
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
  void aSummaryOverTheBudgetDoesNotFallBack() {
    var first = model(FIRST, () -> says("never asked"));
    var spare = model(SPARE, () -> says("never asked"));
    try (var drover = drover()) {
      var session = talked(clerk(drover, first, spare));
      session.budgets().set(BudgetSet.NONE.ofSession(Budget.NONE.tokens(100)));
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("budget_exhausted");
      assertThat(summaries(first)).isZero();
      assertThat(spare.requests()).isEmpty();
    }
  }

  @Test
  @Tag("F5")
  void aDiscardedSummaryIsPricedByTheModelThatMadeIt() {
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
          .extracting(UsageLedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 120L), tuple(SPARE, 14L));
      WholeJournals.assertStrictlyReplayed(drover, session.id());
    }
  }

  @Test
  void aFallbackSummaryWithinARunAlsoReplacesTheModelOfTheRun() {
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
              .send(Ask.of("and then?").withHistory(CompactionFixture.longHistory()))
              .await(Duration.ofSeconds(30))
              .orElseThrow();
      assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(summaries(first)).isEqualTo(1);
      assertThat(events(session, Event.CompactionFailed.class)).isEmpty();
      assertThat(
              WholeJournals.of(drover, session.id()).stream()
                  .map(RecordedEvent::event)
                  .dropWhile(event -> !(event instanceof Event.ModelReplaced))
                  .map(event -> event.getClass().getSimpleName())
                  .limit(4))
          .containsExactly("ModelReplaced", "HistoryCompacted", "ModelReplied", "RunFinished");
      var compaction = events(session, Event.HistoryCompacted.class).getFirst().shortening();
      assertThat(compaction.cause()).isEqualTo(Cause.WINDOW);
      assertThat(compaction.replacements()).isEmpty();
      WholeJournals.assertStrictlyReplayed(drover, session.id());
    }
  }
}
