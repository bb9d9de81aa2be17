package dev.drover.internal.model;

import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.FakeAgents.throttled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.DroverBuilder;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.budget.ModelPrices;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.NamedModel;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs whose model fails, with fallback models.
@Tag("C2")
@Timeout(60)
final class FallbackLawTest {
  private static final String FIRST = "fake/first";
  private static final String SPARE = "fake/spare";

  /// The thread that renews the lease, and the one that scans for runs to take over.
  private static final int ALWAYS_ASLEEP = 2;

  private final MemoryStore store = new MemoryStore();
  private final VirtualTime time = new VirtualTime();

  private final NamedModel spare = new NamedModel(SPARE, (_, _) -> says("from the spare one"));

  private DroverBuilder drover() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
        .time(time)
        .retries(new ModelRetries(1, Duration.ofSeconds(1), Duration.ofSeconds(30), 0));
  }

  private static NamedModel failing(ModelException failure) {
    return new NamedModel(
        FIRST,
        (_, _) -> {
          throw failure;
        });
  }

  private static ModelException failure(String code) {
    return new ModelException(
        Failure.lasting(new Problem(code, "No", "the provider said no", "Look.")), null);
  }

  private Session open(Drover drover, Model first) {
    return drover.agent("clerk").model(first).fallback(spare).build().open();
  }

  private static RunReport asked(Session session) {
    return session.send("hi").await(Duration.ofSeconds(30)).orElseThrow();
  }

  private static List<Event> events(Session session, Drover drover) {
    return drover.queries().page(new Cursor(session.id(), 0), 500).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static List<Event.ModelReplaced> replaced(Session session, Drover drover) {
    return events(session, drover).stream()
        .filter(Event.ModelReplaced.class::isInstance)
        .map(Event.ModelReplaced.class::cast)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model_unauthorized",
        "model_not_found",
        "billing_exhausted",
        "model_unreadable",
        "model_unavailable",
        "something_of_another_adapter"
      })
  void aFaultOfTheModelFallsBackToTheNextModel(String code) {
    var first = failing(failure(code));
    try (var drover = drover().build()) {
      var session = open(drover, first);
      assertThat(asked(session).text()).isEqualTo("from the spare one");
      assertThat(first.requests()).hasSize(1);
      assertThat(replaced(session, drover))
          .singleElement()
          .satisfies(
              said -> {
                assertThat(said.failure().problem().code()).isEqualTo(code);
                assertThat(said.fallback().model()).isEqualTo(SPARE);
              });
    }
  }

  static Stream<FakeAgents.Mind> oursOrNobodys() {
    return Stream.of(
        (_, _) -> {
          throw failure("model_refused_request");
        },
        (_, _) -> {
          throw failure("context_overflow");
        },
        (_, _) -> {
          throw new IllegalStateException("a bug in the adapter");
        },
        (_, _) ->
            new ModelReply(List.of(), ModelReply.StopReason.REFUSED, new Usage(1, 0, 0, 0, 0)));
  }

  @ParameterizedTest
  @MethodSource("oursOrNobodys")
  void anErrorThatEveryModelWouldReportDoesNotFallBack(FakeAgents.Mind mind) {
    try (var drover = drover().build()) {
      var session = open(drover, new NamedModel(FIRST, mind));
      assertThat(asked(session).status()).isEqualTo(RunStatus.FAILED);
      assertThat(spare.requests()).isEmpty();
      assertThat(replaced(session, drover)).isEmpty();
    }
  }

  @Test
  @Tag("E7")
  void anExhaustedBudgetDoesNotFallBack() {
    var first = new NamedModel(FIRST, (_, _) -> says("never asked"));
    try (var drover = drover().build()) {
      var session =
          drover
              .agent("clerk")
              .model(first)
              .fallback(spare)
              .budgets(BudgetSet.NONE.ofRun(Budget.NONE.tokens(100)))
              .build()
              .open();
      assertThat(asked(session).problem().orElseThrow().problem().code())
          .isEqualTo("budget_exhausted");
      assertThat(first.requests()).isEmpty();
      assertThat(spare.requests()).isEmpty();
    }
  }

  @Test
  @Tag("I2")
  @Tag("A15")
  void retriesAreExhaustedFirstAndTheirDeltasAreRetracted() throws Exception {
    var first =
        new NamedModel(
            FIRST,
            (_, deltas) -> {
              deltas.accept(new Delta.TextDelta("half a wo"));
              throw broken(new Failure.Retry.Later(Duration.ZERO));
            });
    try (var drover = drover().build()) {
      var session = open(drover, first);
      var run = session.send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      time.advance(Duration.ofSeconds(1));
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text())
          .isEqualTo("from the spare one");
      assertThat(first.requests()).hasSize(2);
      assertThat(kinds(events(session, drover)))
          .containsExactly(
              "SessionOpened",
              "RecipeAdopted",
              "RunAccepted",
              "ModelFailed",
              "ModelReplaced",
              "ModelReplied",
              "RunFinished");
      var said = replaced(session, drover).getFirst();
      assertThat(said.effect().ordinal()).isEqualTo(1);
      assertThat(said.attempt()).isEqualTo(2);
      assertThat(session.history())
          .hasSize(2)
          .last()
          .isEqualTo(
              new Message.Assistant(says("from the spare one").blocks(), Message.Ending.WHOLE));
    }
  }

  private static List<String> kinds(List<Event> events) {
    return events.stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  @Test
  void theNextRunStartsWithTheFirstModelAgain() {
    var isBack = new AtomicBoolean();
    var first =
        new NamedModel(
            FIRST,
            (_, _) -> {
              if (isBack.get()) {
                return says("I am back");
              }
              throw failure("model_unauthorized");
            });
    try (var drover = drover().build()) {
      var session = open(drover, first);
      assertThat(asked(session).text()).isEqualTo("from the spare one");
      isBack.set(true);
      assertThat(asked(session).text()).isEqualTo("I am back");
      assertThat(spare.requests()).hasSize(1);
      // The agent has not changed, so no event records a change.
      assertThat(kinds(events(session, drover))).containsOnlyOnce("RecipeAdopted");
    }
  }

  @Test
  @Tag("C1")
  void theFallbackModelGetsTheSameRequest() {
    var first = failing(failure("model_unauthorized"));
    try (var drover = drover().build()) {
      var session = open(drover, first);
      asked(session);
      var before = first.requests().getFirst();
      var after = spare.requests().getFirst();
      assertThat(after.messages()).isEqualTo(before.messages());
      assertThat(after.instructions()).isEqualTo(before.instructions());
      assertThat(after.tools()).isEqualTo(before.tools());
      assertThat(after.attempt()).isEqualTo(1);
    }
  }

  @Test
  @Tag("C4")
  void aLongThrottleFallsBackAndAShortOneIsWaitedOut() throws Exception {
    var near = new NamedModel(FIRST, (request, _) -> once(request.attempt(), 100));
    try (var drover = drover().build()) {
      var session = open(drover, near);
      var run = session.send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      time.advance(Duration.ofSeconds(110));
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("in time");
    }
    var far = new NamedModel("fake/far", (request, _) -> once(request.attempt(), 130));
    try (var drover = drover().build()) {
      var session = drover.agent("far").model(far).fallback(spare).build().open();
      assertThat(asked(session).text()).isEqualTo("from the spare one");
      assertThat(far.requests()).hasSize(1);
    }
  }

  private static ModelReply once(int attempt, int seconds) throws ModelException {
    if (attempt == 1) {
      throw throttled(Duration.ofSeconds(seconds));
    }
    return says("in time");
  }

  @Test
  @Tag("C4")
  void aRunOnAnAccountThrottledForLongFallsBackWithoutACall() {
    var first = failing(throttled(Duration.ofHours(3)));
    var points = new CopyOnWriteArrayList<HookPoint.RateLimit>();
    try (var drover = drover().build()) {
      var agent =
          drover
              .agent("clerk")
              .model(first)
              .fallback(spare)
              .hook(Hook.observer("watcher", HookPoint.RateLimit.class, points::add))
              .build();
      assertThat(asked(agent.open()).text()).isEqualTo("from the spare one");
      var second = agent.open();
      assertThat(asked(second).text()).isEqualTo("from the spare one");
      assertThat(first.requests()).hasSize(1);
      assertThat(replaced(second, drover).getFirst().failure().problem().code())
          .isEqualTo("quota_exhausted");
      assertThat(drover.quotas().status(first.providerKey()).waiting()).isZero();
    }
    assertThat(points).extracting(HookPoint.RateLimit::model).containsExactly(FIRST, FIRST);
  }

  @Test
  @Tag("C6")
  void theConversationIsCompactedForAModelWithASmallerWindow() {
    var first = failing(failure("model_unauthorized"));
    var small =
        new NamedModel(
            SPARE,
            4_000,
            (request, _) ->
                says(request.instructions().startsWith("You sum up") ? "so far, so good" : "yes"));
    try (var drover = drover().build()) {
      var session = drover.agent("clerk").model(first).fallback(small).build().open();
      var report =
          session
              .send(Ask.of("and then?").withHistory(CompactionFixture.longHistory()))
              .await(Duration.ofSeconds(30))
              .orElseThrow();
      assertThat(report.text()).isEqualTo("yes");
      assertThat(first.requests().getFirst().messages()).hasSize(13);
      assertThat(small.requests().getLast().messages())
          .hasSizeLessThan(13)
          .anyMatch(
              message ->
                  message instanceof Message.User said
                      && CompactionOutcome.Applied.isSummaryMessage(said));
    }
  }

  @Test
  @Tag("F5")
  void eachModelHasItsOwnPriceAndLedgerLine() {
    var first =
        new NamedModel(
            FIRST,
            (request, _) -> {
              if (request.messages().size() > 1) {
                throw failure("model_unavailable");
              }
              return says("first");
            });
    try (var drover =
        drover()
            .prices(
                ModelPrices.NONE
                    .with(FIRST, ModelPrices.perMillion("3.00", "15.00", "0", "0"))
                    .with(SPARE, ModelPrices.perMillion("1.00", "2.00", "0", "0")))
            .build()) {
      var session = open(drover, first);
      asked(session);
      asked(session);
      // Ten tokens of input and two of output each: at 3 and 15, and at 1 and 2.
      assertThat(session.ledger().lines())
          .extracting(UsageLedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 60L), tuple(SPARE, 14L));
      assertThat(session.ledger().total()).isEqualTo(new Usage(20, 4, 0, 0, 0));
      assertThat(session.budgets().used().money()).isEqualTo(74);
    }
  }

  @Test
  void aDuplicateFallbackOrOneWithoutARequiredPriceIsRefused() {
    try (var drover =
        drover()
            .prices(ModelPrices.NONE.with(FIRST, ModelPrices.perMillion("3.00", "15.00", "0", "0")))
            .build()) {
      var first = failing(failure("model_unauthorized"));
      assertThatThrownBy(
              () -> drover.agent("a").model(first).fallback(spare).fallback(first).build())
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("fallback")
          .hasMessageContaining("'fake/first' is named twice");
      assertThatThrownBy(
              () ->
                  drover
                      .agent("a")
                      .model(first)
                      .fallback(spare)
                      .budgets(BudgetSet.NONE.ofRun(Budget.NONE.money("1.00")))
                      .build())
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("no price for the model 'fake/spare'");
    }
  }
}
