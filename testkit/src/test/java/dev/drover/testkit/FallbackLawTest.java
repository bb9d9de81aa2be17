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
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.DroverBuilder;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.Retries;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
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

/// Runs whose model fails, and others that stand ready.
@Tag("C2")
@Timeout(60)
final class FallbackLawTest {
  private static final String FIRST = "fake/first";
  private static final String SPARE = "fake/spare";

  /// The thread that renews the lease, and the one that looks for what nobody drives.
  private static final int ALWAYS_ASLEEP = 2;

  private final MemoryStore store = new MemoryStore();
  private final VirtualTime time = new VirtualTime();

  private final NamedModel spare = new NamedModel(SPARE, (_, _) -> says("from the spare one"));

  private DroverBuilder drover() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL))
        .time(time)
        .retries(new Retries(1, Duration.ofSeconds(1), Duration.ofSeconds(30), 0));
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
    return drover.archive().page(new Cursor(session.id(), 0), 500).items().stream()
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
  void whatIsTheModelsFaultIsLeftToTheNextModel(String code) {
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

  static Stream<Fakes.Mind> oursOrNobodys() {
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
  void whatAnotherModelWouldBeToldTooIsNotTriedOnIt(Fakes.Mind mind) {
    try (var drover = drover().build()) {
      var session = open(drover, new NamedModel(FIRST, mind));
      assertThat(asked(session).status()).isEqualTo(RunStatus.FAILED);
      assertThat(spare.requests()).isEmpty();
      assertThat(replaced(session, drover)).isEmpty();
    }
  }

  @Test
  @Tag("E7")
  void whoeverHasNothingLeftToSpendIsNotGivenAnotherModel() {
    var first = new NamedModel(FIRST, (_, _) -> says("never asked"));
    try (var drover = drover().build()) {
      var session =
          drover
              .agent("clerk")
              .model(first)
              .fallback(spare)
              .budgets(Budgets.NONE.ofRun(Budget.NONE.tokens(100)))
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
  void theAttemptsAreUsedUpFirstAndWhatTheyShowedIsVoid() throws Exception {
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
  void theNextRunBeginsWithTheFirstModelAgain() {
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
      // Nobody has changed the agent, so nothing says so.
      assertThat(kinds(events(session, drover))).containsOnlyOnce("RecipeAdopted");
    }
  }

  @Test
  @Tag("C1")
  void theOtherModelIsAskedWithWhatTheFirstWasAskedWith() {
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
  void aQuotaThatIsFarAwayIsLeftToTheNextModelAndANearOneIsWaitedFor() throws Exception {
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
  void whoeverFindsTheAccountThrottledForLongGoesToTheNextModelWithoutAsking() {
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
      assertThat(drover.quotas().status(first.account()).waiting()).isZero();
    }
    assertThat(points).extracting(HookPoint.RateLimit::model).containsExactly(FIRST, FIRST);
  }

  @Test
  @Tag("C6")
  void theConversationIsMadeShorterForAModelThatHasLessRoom() {
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
              .send(Ask.of("and then?").withHistory(ShorteningStage.longHistory()))
              .await(Duration.ofSeconds(30))
              .orElseThrow();
      assertThat(report.text()).isEqualTo("yes");
      assertThat(first.requests().getFirst().messages()).hasSize(13);
      assertThat(small.requests().getLast().messages())
          .hasSizeLessThan(13)
          .anyMatch(message -> message instanceof Message.User said && Shortening.isMadeOf(said));
    }
  }

  @Test
  @Tag("F5")
  void eachModelHasItsPriceAndItsLineInTheLedger() {
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
                Prices.NONE
                    .with(FIRST, Prices.perMillion("3.00", "15.00", "0", "0"))
                    .with(SPARE, Prices.perMillion("1.00", "2.00", "0", "0")))
            .build()) {
      var session = open(drover, first);
      asked(session);
      asked(session);
      // Ten in and two out each: at 3 and 15, and at 1 and 2.
      assertThat(session.ledger().lines())
          .extracting(LedgerLine::model, line -> line.money().orElseThrow())
          .containsExactly(tuple(FIRST, 60L), tuple(SPARE, 14L));
      assertThat(session.ledger().total()).isEqualTo(new Usage(20, 4, 0, 0, 0));
      assertThat(session.budgets().used().money()).isEqualTo(74);
    }
  }

  @Test
  void aModelThatIsNamedTwiceOrHasNoPriceWhereMoneyIsLimitedIsRefused() {
    try (var drover =
        drover()
            .prices(Prices.NONE.with(FIRST, Prices.perMillion("3.00", "15.00", "0", "0")))
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
                      .budgets(Budgets.NONE.ofRun(Budget.NONE.money("1.00")))
                      .build())
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("no price for the model 'fake/spare'");
    }
  }
}
