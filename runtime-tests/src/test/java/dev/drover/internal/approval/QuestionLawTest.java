package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.DroverBuilder;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolInvocation.Resumption;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.PerformedEffects;
import dev.drover.testkit.VirtualTime;
import dev.drover.tool.ToolQuestions.Receipt;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Questions that a tool asks a person in the middle of a call, and news of deferred calls.
@Timeout(60)
@Tag("J11")
final class QuestionLawTest {
  private static final SessionId SESSION = new SessionId("s-asks");
  private static final ApprovalId ID = new ApprovalId(SESSION, new EffectId(2));
  private static final String STATE = "page 2 ✓ sk-ant-api03-not-to-be-changed";
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"account\":{\"type\":\"integer\"}},"
          + "\"required\":[\"account\"]}";

  private final MemoryStore store = new MemoryStore();
  private final FakeModel model = FakeModel.playing(calls("transfer"), says("over"));
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  private DroverBuilder runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  private Session open(Drover drover, Function<ToolInvocation, ToolAnswer> body) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.unsafe("transfer", body::apply))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  /// Asks once, and succeeds with what it was told.
  private ToolAnswer askOnce(ToolInvocation call) {
    var answered = call.resumption();
    if (answered.isEmpty()) {
      return ToolQuestion.fields("Which account?", SCHEMA, STATE);
    }
    seen.add(answered.get().state());
    var told =
        switch (answered.get().answer()) {
          case QuestionAnswer.Accepted _ -> answered.get().content();
          case QuestionAnswer.Declined _ -> "declined";
          case QuestionAnswer.Dismissed _ -> "dismissed";
        };
    return new ToolOutcome.Succeeded(Text.of(told));
  }

  private static Run asked(Session session) {
    var run = session.send("go");
    ApprovalWaits.forEvents(run, Event.QuestionAsked.class, 1);
    return run;
  }

  private static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .findFirst()
        .orElseThrow();
  }

  private static QuestionAnswer accepted(String json) {
    return new QuestionAnswer.Accepted(Text.of(json));
  }

  @Test
  void aRunWaitsForAnAnswerAndTheToolIsCalledAgainWithItAndItsState() {
    try (var drover = runtime().build()) {
      var session = open(drover, this::askOnce);
      var run = asked(session);
      assertThat(run.status()).isEqualTo(RunStatus.WAITING);
      assertThat(run.snapshot().waitingFor()).isEqualTo("an answer to question s-asks.e2");
      var question = session.questions().find(ID).orElseThrow();
      assertThat(question.text()).isEqualTo("Which account?");
      assertThat(question.schema()).isEqualTo(SCHEMA);
      assertThat(question.round()).isEqualTo(1);
      assertThat(drover.questions().open()).containsExactly(question);
      assertThat(drover.approvals().open()).isEmpty();
      assertThat(drover.questions().answer(ID, 1, accepted("{\"account\":7}"), "ann"))
          .isEqualTo(Receipt.COUNTED);
      assertThat(run.await().text()).isEqualTo("over");
      assertThat(outcome(session)).isEqualTo(done("{\"account\":7}"));
      assertThat(seen).containsExactly(STATE);
      assertThat(drover.questions().open()).isEmpty();
      assertThat(drover.questions().answer(ID, 1, accepted("{\"account\":8}"), "bob"))
          .isNotEqualTo(Receipt.COUNTED);
    }
  }

  @Test
  void anAnswerThatDoesNotFitTheSchemaIsRefusedAndTheQuestionStaysOpen() {
    try (var drover = runtime().build()) {
      var session = open(drover, this::askOnce);
      var run = asked(session);
      assertThatThrownBy(
              () -> drover.questions().answer(ID, 1, accepted("{\"account\":\"x\"}"), "ann"))
          .isInstanceOf(AnswerMismatch.class)
          .hasMessageContaining("account");
      assertThat(drover.questions().open()).hasSize(1);
      assertThat(drover.questions().answer(ID, 2, accepted("{\"account\":7}"), "ann"))
          .isEqualTo(Receipt.NOT_OPEN);
      assertThat(drover.questions().answer(ID, 1, new QuestionAnswer.Declined(), "ann"))
          .isEqualTo(Receipt.COUNTED);
      run.await();
      assertThat(outcome(session)).isEqualTo(done("declined"));
    }
  }

  @Test
  void anAnswerFromAnotherProcessReachesTheToolAfterARestart() {
    var killed = runtime().build();
    asked(open(killed, this::askOnce));
    killed.disconnect();
    var elsewhere = runtime().build();
    try {
      assertThat(elsewhere.questions().open()).hasSize(1);
      assertThat(elsewhere.questions().answer(ID, 1, accepted("{\"account\":7}"), "ann"))
          .isEqualTo(Receipt.LEFT_IN_INBOX);
      assertThat(elsewhere.questions().open()).isEmpty();
      assertThat(elsewhere.questions().answer(ID, 1, accepted("{\"account\":8}"), "bob"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
    } finally {
      elsewhere.disconnect();
    }
    try (var drover = runtime().build()) {
      var session = open(drover, this::askOnce);
      session.awaitIdle(Duration.ofSeconds(30));
      assertThat(outcome(session)).isEqualTo(done("{\"account\":7}"));
      assertThat(seen).containsExactly(STATE);
      assertThat(Replay.of(journal(drover))).isInstanceOf(ReplayReport.class);
    }
  }

  private static List<RecordedEvent> journal(Drover drover) {
    return drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

  @Test
  void cancellingTheRunClosesItsQuestion() {
    try (var drover = runtime().build()) {
      var session = open(drover, this::askOnce);
      var run = asked(session);
      assertThat(run.cancel()).isTrue();
      assertThat(drover.questions().open()).isEmpty();
      assertThat(outcome(session)).isInstanceOf(ToolOutcome.Cancelled.class);
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void aToolThatNeverStopsAskingFailsAfterTenQuestions() {
    var asks = new AtomicInteger();
    try (var drover = runtime().build()) {
      var session = open(drover, _ -> ToolQuestion.confirm("Again? " + asks.incrementAndGet(), ""));
      var run = session.send("go");
      for (int round = 1; round <= 10; round++) {
        ApprovalWaits.forEvents(run, Event.QuestionAsked.class, round);
        assertThat(drover.questions().answer(ID, round, accepted(""), "ann"))
            .isEqualTo(Receipt.COUNTED);
      }
      run.await();
      assertThat(outcome(session)).isInstanceOf(ToolOutcome.Failed.class);
      assertThat(asks).hasValue(11);
    }
  }

  @Test
  void aQuestionWithAnUnusableSchemaFailsTheCall() {
    try (var drover = runtime().build()) {
      var session = open(drover, _ -> ToolQuestion.fields("What?", "{\"type\":12}", ""));
      session.send("go").await();
      assertThat(outcome(session).toString()).contains("cannot be answered");
    }
  }

  /// Defers its call under a handle, and says how the work goes.
  private record JobTool(
      ToolSpec spec, List<String> looks, Function<Integer, DeferredCallNews> news)
      implements AgentTool {
    @Override
    public ToolAnswer call(ToolInvocation call) {
      return ToolDeferral.untilCompleted().asking("job-7", Duration.ofMinutes(5));
    }

    @Override
    public DeferredCallNews news(String handle, ToolInvocation call) {
      looks.add(handle);
      return news.apply(looks.size());
    }
  }

  private Session openJob(Drover drover, Function<Integer, DeferredCallNews> news) {
    var spec = FakeTool.unsafe("transfer", _ -> done("")).spec();
    return drover
        .agent("clerk")
        .model(model)
        .tools(new JobTool(spec, seen, news))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  @Test
  void aToolIsAskedForNewsOfItsDeferredCallUntilItHasEnded() {
    var time = new VirtualTime();
    try (var drover = runtime().time(time).build()) {
      var session =
          openJob(
              drover,
              look ->
                  look < 3
                      ? new DeferredCallNews.StillWorking("step " + look, Duration.ofHours(1))
                      : new DeferredCallNews.Ended(done("moved")));
      var run = session.send("go");
      ApprovalWaits.forEnd(run, time);
      assertThat(outcome(session)).isEqualTo(done("moved"));
      assertThat(seen).containsExactly("job-7", "job-7", "job-7");
    }
  }

  @Test
  void newsAreAskedForAfterARestart() {
    var time = new VirtualTime();
    var killed = runtime().time(time).build();
    var run = openJob(killed, _ -> new DeferredCallNews.Gone("unused")).send("go");
    ApprovalWaits.forEvents(run, Event.ToolDeferred.class, 1);
    killed.disconnect();
    time.advance(Duration.ofMinutes(6));
    try (var drover = runtime().time(time).build()) {
      var session = openJob(drover, _ -> new DeferredCallNews.Gone("no such job"));
      session.awaitIdle(Duration.ofSeconds(30));
      assertThat(outcome(session)).isEqualTo(new ToolOutcome.Unknown("no such job"));
      assertThat(seen).containsExactly("job-7");
    }
  }

  /// One call that asks twice, and is answered.
  private record AskingTwice(EffectClass effects, AfterCrash afterCrash) implements CrashScenario {
    @Override
    public String prompt() {
      return "transfer it";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      return agent
          .model(FakeModel.playing(calls("transfer"), says("over")))
          .tools(
              FakeTool.of(
                  "transfer",
                  effects,
                  afterCrash,
                  call -> {
                    int round = call.resumption().map(Resumption::round).orElse(0);
                    if (round > 0) {
                      assertThat(call.resumption().orElseThrow().state())
                          .isEqualTo("round " + round);
                    }
                    if (round == 2) {
                      ledger.performed(call.effect());
                      return done("moved");
                    }
                    return ToolQuestion.confirm("Sure?", "round " + (round + 1));
                  }))
          .policy(Policy.ALLOW_ALL);
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      for (var question : drover.questions().open()) {
        drover.questions().answer(question.id(), question.round(), accepted(""), "ann");
      }
    }
  }

  @Test
  @Tag("A13")
  @Tag("A14")
  void aRepeatableCallThatAsksEndsTheSameAfterACrashAtAnyAppend() throws InterruptedException {
    var matrix =
        new CrashMatrix(
            MemoryStore::new, new AskingTwice(EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN));
    for (var trial : matrix.all()) {
      assertThat(trial.outcome())
          .as("cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of("over")));
      assertThat(outcomes(trial)).as("cut %d", trial.cut()).containsExactly(done("moved"));
      assertThat(trial.repeated()).as("cut %d", trial.cut()).isEmpty();
    }
  }

  @Test
  @Tag("A13")
  @Tag("A14")
  void anUnsafeCallThatAsksIsPerformedAtMostOnceWhateverAppendIsTheLast()
      throws InterruptedException {
    var matrix =
        new CrashMatrix(
            MemoryStore::new, new AskingTwice(EffectClass.UNSAFE, AfterCrash.TELL_MODEL));
    for (var trial : matrix.all()) {
      assertThat(trial.outcome())
          .as("cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of("over")));
      assertThat(outcomes(trial)).as("cut %d", trial.cut()).hasSize(1);
      assertThat(trial.secondLife())
          .as("cut %d", trial.cut())
          .noneMatch(trial.firstLife()::contains);
    }
  }

  private static List<ToolOutcome> outcomes(CrashMatrix.Trial trial) {
    return trial.after().stream()
        .map(RecordedEvent::event)
        .filter(Event.ToolSettled.class::isInstance)
        .map(event -> ((Event.ToolSettled) event).outcome())
        .toList();
  }
}
