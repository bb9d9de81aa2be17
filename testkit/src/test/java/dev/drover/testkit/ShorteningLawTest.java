package dev.drover.testkit;

import static dev.drover.testkit.Fakes.broken;
import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Compaction;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.problem.RunEnded;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What happens around a conversation that becomes shorter: overflow, failure, hooks, budgets.
@Tag("C6")
@Timeout(60)
final class ShorteningLawTest {
  private static final String LONG = "A long story. ".repeat(1_000);

  private final MemoryStore store = new MemoryStore();

  private Drover runtime() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private static NarrowModel narrow(NarrowModel.Mind mind) {
    return new NarrowModel(16_000, 2_000, mind);
  }

  /// Says much to a prompt that is short.
  private static ModelReply chat(ModelRequest request) {
    return says("Well. ".repeat(1_500));
  }

  private static Session open(Drover drover, NarrowModel model, UnaryOperator<AgentBuilder> more) {
    return more.apply(
            drover
                .agent("clerk")
                .model(model)
                .tools(FakeTool.pure("look", _ -> done("x".repeat(12_000))))
                .loopGuard(LoopGuard.OFF)
                .policy(Policy.ALLOW_ALL))
        .build()
        .open();
  }

  private static Session open(Drover drover, NarrowModel model) {
    return open(drover, model, UnaryOperator.identity());
  }

  private static List<Event> events(Session session) {
    return session.page(Cursor.start(session.id()), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static <E extends Event> List<E> events(Session session, Class<E> kind) {
    return events(session).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<Shortening> shortenings(Session session) {
    return events(session, Event.HistoryCompacted.class).stream()
        .map(Event.HistoryCompacted::shortening)
        .toList();
  }

  private static Message user(String words) {
    return new Message.User(Text.of(words));
  }

  private static void talk(Session session, int turns) {
    for (int turn = 1; turn <= turns; turn++) {
      session.ask("prompt " + turn);
    }
  }

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
              return chat(request);
            });
    try (var drover = runtime()) {
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
    try (var drover = runtime()) {
      var session = open(drover, model);
      talk(session, 3);
      assertThatThrownBy(() -> session.ask("prompt 4"))
          .isInstanceOf(RunEnded.class)
          .hasMessageContaining("context_overflow");
      assertThat(told).hasValue(2);
      assertThat(shortenings(session)).hasSize(1);
      // What failed leaves no trace but for what it was worth to pay for.
      assertThat(session.history()).doesNotContain(user("prompt 4"));
      assertThat(session.history()).anyMatch(ShorteningLawTest::isSummary);
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
              return says(LONG);
            });
    try (var drover = runtime()) {
      var session = drover.agent("clerk").model(model).build().open();
      session.ask("prompt 1");
      assertThatThrownBy(() -> session.ask("prompt 2"))
          .isInstanceOf(RunEnded.class)
          .hasMessageContaining("context_overflow");
      assertThat(model.requests()).hasSize(2);
    }
  }

  @Test
  void aSummaryThatIsNeverMadeChangesNothingAndTheModelIsAskedAsItIs() {
    var model =
        NarrowModel.lenient(16_000, ShorteningLawTest::chat)
            .summing(
                _ -> {
                  throw broken(Failure.Retry.NEVER);
                });
    try (var drover = runtime()) {
      var session = open(drover, model);
      talk(session, 8);
      assertThat(model.summed()).isNotEmpty();
      assertThat(shortenings(session)).isEmpty();
      assertThat(session.history()).hasSize(16);
      assertThat(events(session, Event.ModelFailed.class)).isEmpty();
    }
  }

  @Test
  void aSummaryOfNoWordsIsNone() {
    var model = NarrowModel.lenient(16_000, ShorteningLawTest::chat).summing(_ -> says(" "));
    try (var drover = runtime()) {
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
        narrow(ShorteningLawTest::chat)
            .summing(
                _ -> {
                  if (tries.incrementAndGet() == 1) {
                    throw broken(new Failure.Retry.Later(Duration.ZERO));
                  }
                  return says("So far so good.");
                });
    try (var drover = runtime()) {
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
        narrow(ShorteningLawTest::chat)
            .summing(
                _ -> {
                  summing.countDown();
                  new CountDownLatch(1).await();
                  throw new IllegalStateException("nobody lets it go on");
                });
    try (var drover = runtime()) {
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
  void anAgentThatDoesNotWantItIsAskedAsItIs() {
    var model = narrow(ShorteningLawTest::chat);
    try (var drover = runtime()) {
      var session = open(drover, model, agent -> agent.compaction(CompactionPolicy.OFF));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(model.summed()).isEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  @Tag("E6")
  void aHookThatDeniesIsAskedOnceAndTheModelIsAskedAsItIs() {
    var asked = new CopyOnWriteArrayList<HookPoint.BeforeCompaction>();
    var model = narrow(ShorteningLawTest::chat);
    try (var drover = runtime()) {
      var session =
          open(
              drover,
              model,
              agent ->
                  agent.hook(
                      Hook.beforeCompaction(
                          "archive",
                          point -> {
                            asked.add(point);
                            return GateOutcome.deny("file it first");
                          })));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(events(session, Event.CompactionDenied.class))
          .hasSameSizeAs(asked)
          .allMatch(event -> event.denial().hook().equals("archive"))
          .allMatch(event -> event.denial().why().equals("file it first"));
      assertThat(asked.getFirst().cause()).isEqualTo(Cause.WINDOW);
      assertThat(asked.getFirst().tokens()).isGreaterThan(13_000);
      assertThat(asked.getFirst().scene().run()).isNotNull();
      assertThat(model.summed()).isEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  @Tag("E6")
  void aHookThatThrowsDenies() {
    var model = narrow(ShorteningLawTest::chat);
    try (var drover = runtime()) {
      var session =
          open(
              drover,
              model,
              agent ->
                  agent.hook(
                      Hook.beforeCompaction(
                          "archive",
                          _ -> {
                            throw new IllegalStateException("no archive");
                          })));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(events(session, Event.CompactionDenied.class)).isNotEmpty();
      assertThat(model.summed()).isEmpty();
    }
  }

  @Test
  @Tag("E6")
  void aHookSaysWhatWhoeverSumsUpIsToldAndOthersAreToldWhatCameOfIt() throws Exception {
    var told = new CopyOnWriteArrayList<HookPoint.AfterCompaction>();
    var heard = new CountDownLatch(1);
    var model = narrow(ShorteningLawTest::chat);
    try (var drover = runtime()) {
      var session =
          open(
              drover,
              model,
              agent ->
                  agent
                      .hook(
                          Hook.beforeCompaction(
                              "scribe",
                              point ->
                                  GateOutcome.rewrite(point.instructions() + "\nRhyme, please.")))
                      .hook(
                          Hook.observer(
                              "reader",
                              HookPoint.AfterCompaction.class,
                              point -> {
                                told.add(point);
                                heard.countDown();
                              })));
      talk(session, 8);
      heard.await();
      assertThat(model.summed())
          .singleElement()
          .satisfies(request -> assertThat(request.instructions()).endsWith("\nRhyme, please."))
          .satisfies(request -> assertThat(request.tools()).isEmpty());
      var shortening = shortenings(session).getFirst();
      assertThat(shortening.marks())
          .singleElement()
          .satisfies(mark -> assertThat(mark.hook()).isEqualTo("scribe"));
      assertThat(told)
          .singleElement()
          .satisfies(point -> assertThat(point.dropped()).isEqualTo(shortening.cut().dropped()))
          .satisfies(point -> assertThat(point.summary()).endsWith(NarrowModel.SUMMARY));
    }
  }

  @Test
  @Tag("B9")
  void whoeverAsksForASummaryGetsOneAndTheLastExchangeStays() {
    var model = new NarrowModel(0, 2_000, request -> says("Fine."));
    try (var drover = runtime()) {
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
    var model = new NarrowModel(0, 2_000, request -> says("Fine."));
    try (var drover = runtime()) {
      var session = open(drover, model);
      assertThat(session.compact()).isEmpty();
      session.ask("prompt 1");
      assertThat(session.compact()).isEmpty();
      assertThat(model.summed()).isEmpty();
    }
  }

  @Test
  @Tag("E6")
  void whoeverAsksForASummaryIsToldThatAHookDeniesIt() {
    var model = new NarrowModel(0, 2_000, request -> says("Fine."));
    try (var drover = runtime()) {
      var session = open(drover, model);
      session.hooks().register(Hook.beforeCompaction("archive", _ -> GateOutcome.deny("later")));
      talk(session, 2);
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("archive")
          .hasMessageContaining("later");
      assertThat(events(session, Event.CompactionDenied.class)).hasSize(1);
      assertThat(session.history()).hasSize(4);
    }
  }

  @Test
  @Tag("E6")
  void aTrimIsAskedAboutIfThereIsSomethingToTrim() {
    var model = new NarrowModel(0, 2_000, request -> says("Fine."));
    try (var drover = runtime()) {
      var session = open(drover, model);
      talk(session, 2);
      session.hooks().register(Hook.beforeCompaction("archive", _ -> GateOutcome.deny("later")));
      assertThat(session.compact(2)).isEmpty();
      assertThatThrownBy(() -> session.compact(1))
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("later");
      assertThat(events(session, Event.CompactionDenied.class)).hasSize(1);
      assertThat(session.history()).hasSize(4);
      session.hooks().unregister("archive");
      session.hooks().register(Hook.beforeCompaction("scribe", _ -> GateOutcome.proceed()));
      assertThat(session.compact(1)).isPresent();
      assertThat(session.history()).hasSize(2);
    }
  }

  @Test
  void whoeverAsksForASummaryIsToldThatTheModelIsAwayAndNothingHasChanged() {
    var model =
        new NarrowModel(0, 2_000, request -> says("Fine."))
            .summing(
                _ -> {
                  throw broken(Failure.Retry.NEVER);
                });
    try (var drover = runtime()) {
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
        new NarrowModel(0, 2_000, request -> says("Fine."))
            .summing(
                _ -> {
                  inside.getFirst().tool("look", Map.of());
                  return says("So far so good.");
                });
    try (var drover = runtime()) {
      var session = open(drover, model);
      inside.add(session);
      talk(session, 2);
      assertThatThrownBy(session::compact).isInstanceOf(SessionBusy.class);
      assertThat(session.history()).hasSize(4);
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  @Tag("E7")
  void aSummaryIsPaidForOutOfTheBudgetsOfItsRunAndOfItsAccount() {
    var model = narrow(ShorteningLawTest::chat);
    var budgets =
        Budgets.NONE
            .ofSession(Budget.NONE.tokens(10_000_000))
            .ofAccount("acme", Budget.NONE.tokens(10_000_000));
    try (var drover = runtime()) {
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

  @Test
  void outputsOfToolsGoFirstAndTheModelIsToldHowToGetThemBack() {
    var looks = new AtomicInteger();
    var model = narrow(_ -> looks.incrementAndGet() <= 6 ? calls("look") : says("done"));
    try (var drover = runtime()) {
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
}
