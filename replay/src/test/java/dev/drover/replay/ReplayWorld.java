package dev.drover.replay;

import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.machine.AnswerValidation;
import dev.drover.kernel.machine.Decision;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.RunProgress;
import dev.drover.kernel.machine.SessionMachine;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A seeded world around one session: it prompts, answers, fails, dies, comes back, approves,
/// refuses and cancels, at any moment, and keeps the durable events.
public final class ReplayWorld {
  private static final RequiredChecks CHECKS =
      new RequiredChecks(List.of(new RequiredChecks.CheckCommand("unit", "make test")), 1);

  /// The result of one session.
  ///
  /// @param commits number of events of each decision
  /// @param inputs those that were committed
  public record Lived(
      List<RecordedEvent> journal, List<Integer> commits, List<Input> inputs, SessionState state) {}

  /// The behaviour of the clock.
  public enum Clock {
    TICKING,
    /// Stands still, jumps, and goes back.
    BROKEN
  }

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private static final List<AfterCrash> AFTER_CRASH = List.of(AfterCrash.values());

  private final SplittableRandom random;
  private final Clock clock;
  private final List<RecordedEvent> journal = new ArrayList<>();
  private final List<Integer> commits = new ArrayList<>();
  private final List<Input> inputs = new ArrayList<>();
  private SessionState state = SessionState.NEW;
  private Instant now = START;
  private int runs;

  private ReplayWorld(long seed, Clock clock) {
    this.random = new SplittableRandom(seed);
    this.clock = clock;
  }

  public static Lived live(long seed, Clock clock, int inputs) {
    var world = new ReplayWorld(seed, clock);
    for (int i = 0; i < inputs; i++) {
      world.meet(world.next());
    }
    return new Lived(world.journal, world.commits, world.inputs, world.state);
  }

  private void meet(Input input) {
    now = now.plusSeconds(clock == Clock.TICKING ? 1 : random.nextInt(-1, 2));
    if (SessionMachine.decide(state, input, now) instanceof Decision.Commit commit) {
      journal.addAll(commit.entries());
      commits.add(commit.entries().size());
      inputs.add(input);
      state = commit.next();
    }
  }

  private Input next() {
    if (!state.direct().isEmpty() && chance(3)) {
      var call = state.direct().get(random.nextInt(state.direct().size()));
      return new Input.ToolAnswered(
          call.open().planned().effect(), new ToolOutcome.Succeeded(text("done")));
    }
    return switch (state.phase()) {
      case SessionPhase.Unopened _ ->
          new Input.Opened(new SessionId("s-1"), "clerk", "/work", recipe());
      case SessionPhase.Idle _ when state.records().chain().successor() != null -> forked();
      case SessionPhase.Idle _ when chance(20) -> new Input.HandOffRequested(handOff(), "ann");
      case SessionPhase.Idle _ when chance(12) -> verified();
      case SessionPhase.Idle _ when chance(8) ->
          new Input.EditRequested(
              new EffectId(1 + random.nextLong(state.position().effects() + 1)),
              new ToolOutcome.Succeeded(text("otherwise")),
              "ann");
      case SessionPhase.Idle _ when chance(6) ->
          new Input.CompactRequested("ann", random.nextInt(1, 3));
      case SessionPhase.Idle _ when chance(8) ->
          new Input.CompactionGiven(state.position().nextEffect(), shortened());
      case SessionPhase.Idle _ ->
          chance(6) ? new Input.ClearRequested("ann") : prompted(WhenBusy.REFUSE);
      case SessionPhase.Thinking thinking -> chance(5) ? disturbance() : modelEnd(thinking);
      case SessionPhase.Verifying verifying -> chance(5) ? disturbance() : checked(verifying);
      case SessionPhase.Acting _ -> chance(5) ? disturbance() : callEnd();
    };
  }

  private Input checked(SessionPhase.Verifying verifying) {
    var status =
        chance(2) ? VerificationReport.Check.Status.PASSED : VerificationReport.Check.Status.FAILED;
    var outcome = VerificationReport.Check.required("unit", "make test", status);
    return new Input.ChecksEnded(
        verifying.effect(), VerificationReport.of("drover", List.of(outcome)), "unit failed");
  }

  private Input prompted(WhenBusy whenBusy) {
    Prompt.History history =
        chance(4)
            ? new Prompt.History.Given(List.of(new Message.User(Text.of("before"))))
            : new Prompt.History.Own();
    var limits =
        new RunLimits(
                random.nextInt(1, 4),
                chance(3) ? 25 : RunLimits.NO_TOKEN_LIMIT,
                random.nextInt(1, 3))
            .with(chance(2) ? CHECKS : RequiredChecks.NONE);
    return new Input.Prompted(
        new RunId("r-" + ++runs),
        new Prompt(text("go"), media(), history, wanted(), null, rewording()),
        recipe(),
        limits,
        whenBusy);
  }

  private List<Media> media() {
    return chance(4)
        ? List.of(new Media("image/png", new BlobId("ab".repeat(32)), 1 + random.nextInt(9)))
        : List.of();
  }

  private AnswerType wanted() {
    return chance(3) ? new AnswerType.Json("thing", Text.of("{}"), 1) : AnswerType.WORDS;
  }

  private AnswerValidation fit(SessionPhase.Thinking thinking) {
    if (!(thinking.frame().request().answer() instanceof AnswerType.Json)) {
      return AnswerValidation.FREE;
    }
    return chance(2)
        ? new AnswerValidation.Invalid("it has no name")
        : new AnswerValidation.Valid(Text.of("{}"));
  }

  private Recipe recipe() {
    return new Recipe("script/" + random.nextInt(2), Text.of("Be brief."), List.of("t"), "d");
  }

  private Input disturbance() {
    return switch (random.nextInt(12)) {
      case 11 -> denied();
      case 8 -> verified();
      case 0 -> new Input.CancelRequested(null, "Ann Lee", "enough", text("so far"));
      case 1 -> new Input.Recovered("host-b", Input.RecoveryCourse.CLOSE);
      case 2 -> prompted(WhenBusy.QUEUE);
      case 3 -> prompted(WhenBusy.STEER);
      case 4 -> directCall();
      case 5 -> new Input.CloseRequested("close", "enough", text("so far"));
      case 6 -> new Input.CancelRequested(new RunId("r-" + runs), "ann", "enough", Text.EMPTY);
      case 7 -> new Input.CancelRequested(new RunId("c-" + runs), "Ann Lee", "", Text.EMPTY);
      case 9 -> forked();
      default -> new Input.Recovered("host-b", Input.RecoveryCourse.DRIVE_ON);
    };
  }

  private Input forked() {
    return new Input.Forked(
        new SessionId("f-" + ++runs), new SessionId("s-1"), "clerk", "/work", "ann");
  }

  private HandOff handOff() {
    var name = "n-" + ++runs;
    return new HandOff(new SessionId(name), new RunId(name), "billing", "/work", text("yours"));
  }

  private Input verified() {
    if (chance(2)) {
      return new Input.OneShotGiven(
          new OneShotRecord("title", "test/small", new Usage(3, 1, 0, 0, 0), BudgetSet.NONE));
    }
    var check =
        VerificationReport.Check.required(
            "unit", "make test", VerificationReport.Check.Status.FAILED);
    return new Input.VerificationGiven(
        VerificationReport.of("ci", List.of(check.evidence(text("2 failed")))));
  }

  private Input denied() {
    return new Input.DenialGiven(
        new PromptDenial(
            "ann", "d", List.of(new HookMark("manners", HookMark.Action.DENIED, "calmly"))));
  }

  private Input directCall() {
    return new Input.DirectCalled(
        new RunId("c-" + ++runs),
        "host",
        new JudgedCall(
            new ToolCall("c", "t", text("{}")),
            new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, Pace.PARALLEL),
            chance(2)
                ? new Verdict.Allow("direct call")
                : new Verdict.Ask("r", "why", "t(*)", Text.of("preview"))));
  }

  private Input modelEnd(SessionPhase.Thinking thinking) {
    return switch (random.nextInt(9)) {
      case 8 ->
          thinking.frame().progress().compaction() == RunProgress.CompactionState.UNTOUCHED
              ? new Input.ModelPostponed(thinking.effect(), thinking.attempt(), shortened())
              : answered(thinking);
      case 0 -> broke(thinking, now.plusSeconds(5));
      case 1 -> broke(thinking, null);
      default -> answered(thinking);
    };
  }

  /// Drops all messages before some index, or removes outputs, or is denied by a hook.
  private CompactionOutcome shortened() {
    var messages = state.conversation().messages();
    int dropped = messages.isEmpty() ? 0 : random.nextInt(messages.size());
    while (dropped > 0 && messages.get(dropped) instanceof Message.ToolResult) {
      dropped--;
    }
    var outputs = new ArrayList<Integer>();
    for (int i = dropped; i < messages.size(); i++) {
      if (messages.get(i) instanceof Message.ToolResult && chance(2)) {
        outputs.add(i);
      }
    }
    if (chance(5)) {
      var problem = new Problem("summary_missing", "None", "no words", "");
      var paid = chance(2) ? Usage.NONE : new Usage(5, 0, 0, 0, 0);
      return new CompactionOutcome.Failed(
          "drover", CompactionOutcome.Cause.WINDOW, problem, 900, paid);
    }
    if ((dropped == 0 && outputs.isEmpty()) || chance(4)) {
      var mark = new HookMark("h", HookMark.Action.DENIED, "not now");
      return new CompactionOutcome.Denied("drover", CompactionOutcome.Cause.WINDOW, List.of(mark));
    }
    return new CompactionOutcome.Applied(
        "drover",
        CompactionOutcome.Cause.WINDOW,
        new CompactionOutcome.Cut(dropped, messages.size() - dropped, List.of(), outputs),
        dropped == 0 ? Text.EMPTY : text("summary"),
        dropped == 0 ? Usage.NONE : new Usage(random.nextInt(9), 2, 0, 0, 0),
        List.of());
  }

  private Input broke(SessionPhase.Thinking thinking, @Nullable Instant retryAt) {
    var failure =
        new Failure(
            new Problem("model_unavailable", "Unavailable", "it is overloaded", ""),
            new Failure.Retry.Later(Duration.ofSeconds(2)));
    var fallback = chance(2) ? new FallbackModel("spare/small", null) : null;
    return new Input.ModelCallFailed(
        thinking.effect(), thinking.attempt(), failure, retryAt, fallback);
  }

  private Input answered(SessionPhase.Thinking thinking) {
    var blocks = new ArrayList<ContentBlock>();
    if (!chance(4)) {
      blocks.add(new ContentBlock.Prose(text("words")));
    }
    var judged = new ArrayList<JudgedCall>();
    int calls = chance(2) ? 0 : random.nextInt(1, 11);
    var pace = chance(3) ? Pace.IN_ORDER : Pace.PARALLEL;
    for (int i = 0; i < calls; i++) {
      var call = new ToolCall("c" + i, "t", text("{}"));
      blocks.add(new ContentBlock.Call(call));
      judged.add(chance(5) ? hooked(call, pace) : new JudgedCall(call, terms(pace), verdict()));
    }
    var stop = calls == 0 ? ModelReply.StopReason.DONE : ModelReply.StopReason.CALLS;
    var reply = new ModelReply(blocks, stop, new Usage(random.nextInt(9), 4, 1, 0, 1));
    return new Input.ModelAnswered(
        thinking.effect(), thinking.attempt(), reply, judged, fit(thinking));
  }

  /// A call whose arguments a hook changed, or that a hook refused.
  private JudgedCall hooked(ToolCall call, Pace pace) {
    if (chance(2)) {
      var deny = new Verdict.Deny("hook h", "no");
      return new JudgedCall(call, terms(pace), deny)
          .marked(List.of(new HookMark("h", HookMark.Action.DENIED, "no")));
    }
    var other = new ToolCall(call.callId(), call.tool(), text("{\"a\":1}"));
    return new JudgedCall(other, terms(pace), verdict())
        .marked(List.of(new HookMark("h", HookMark.Action.REWROTE, "")));
  }

  private PromptRewrite rewording() {
    return chance(5)
        ? new PromptRewrite(List.of(new HookMark("h", HookMark.Action.REWROTE, "why")), "")
        : PromptRewrite.NONE;
  }

  private CallTerms terms(Pace pace) {
    var afterCrash = AFTER_CRASH.get(random.nextInt(AFTER_CRASH.size()));
    var effects = afterCrash == AfterCrash.RUN_AGAIN ? EffectClass.IDEMPOTENT : EffectClass.UNSAFE;
    return new CallTerms(effects, afterCrash, pace);
  }

  private Verdict verdict() {
    return switch (random.nextInt(6)) {
      case 0 -> new Verdict.Ask("asks", "may I?", "t(*)", text("preview"));
      case 1 -> new Verdict.Deny("never", "not here");
      case 2 -> new Verdict.Reject("no such tool");
      default -> new Verdict.Allow("may");
    };
  }

  private Input callEnd() {
    var due = state.due();
    return switch (due.get(random.nextInt(due.size()))) {
      case Effect.CallTool call when chance(10) -> new Input.HandedOff(call.id(), handOff());
      case Effect.CallTool call when chance(6) ->
          new Input.ToolAsked(
              call.id(),
              ToolQuestion.confirm("Go on?", "page 2"),
              new ApprovalTerms(List.of(), chance(2) ? null : Duration.ofSeconds(1)));
      case Effect.CallTool call when chance(6) ->
          new Input.ToolDeferred(
              call.id(),
              chance(2)
                  ? (chance(2)
                      ? ToolDeferral.untilCompleted()
                      : ToolDeferral.untilCompleted().asking("job", Duration.ofSeconds(1)))
                  : ToolDeferral.within(Duration.ofSeconds(1)),
              chance(2) ? List.of() : List.of(Label.UNTRUSTED));
      case Effect.CallTool call -> new Input.ToolAnswered(call.id(), outcome(), List.of(), marks());
      case Effect.AwaitDeferredCall away ->
          chance(4)
              ? new Input.DeferredCallExpired(away.id())
              : new Input.DeferredCallCompleted(
                  away.id(), outcome(), chance(2) ? List.of() : List.of(Label.SECRET), "worker");
      case Effect.ProbeTool probe -> probed(probe.id());
      case Effect.AskForNews ask -> new Input.DeferredNewsGiven(ask.id(), news());
      case Effect.AwaitAnswer wait when isQuestion(wait) ->
          chance(4)
              ? new Input.ApprovalExpired(wait.id())
              : new Input.AnswerGiven(wait.id(), round(wait), new QuestionAnswer.Declined(), "bob");
      case Effect.AwaitAnswer wait -> new Input.ApprovalGiven(wait.id(), answer(), "bob");
      case Effect.CallModel call -> throw new AssertionError("calls are open beside " + call);
      case Effect.RunChecks checks -> throw new AssertionError("calls are open beside " + checks);
    };
  }

  private boolean isQuestion(Effect.AwaitAnswer wait) {
    return round(wait) > 0;
  }

  private int round(Effect.AwaitAnswer wait) {
    return state
        .call(wait.id())
        .map(OpenCall::stage)
        .filter(OpenCall.Stage.AwaitingAnswer.class::isInstance)
        .map(stage -> ((OpenCall.Stage.AwaitingAnswer) stage).round())
        .orElse(0);
  }

  private DeferredCallNews news() {
    return switch (random.nextInt(3)) {
      case 0 -> new DeferredCallNews.Ended(new ToolOutcome.Succeeded(text("done")));
      case 1 -> new DeferredCallNews.StillWorking("half", Duration.ofSeconds(1));
      default -> new DeferredCallNews.Gone("no such job");
    };
  }

  private ToolOutcome outcome() {
    return switch (random.nextInt(5)) {
      case 0 -> new ToolOutcome.Failed(text("no"));
      // The same outcome as that of a cancel by ann: only the rest of the journal shows the
      // difference.
      case 1 -> new ToolOutcome.Cancelled("cancelled by ann");
      default -> new ToolOutcome.Succeeded(text("yes"));
    };
  }

  /// Of a hook that changed the text of an outcome.
  private List<HookMark> marks() {
    return chance(5) ? List.of(new HookMark("h", HookMark.Action.REWROTE, "")) : List.of();
  }

  private Input probed(EffectId effect) {
    return switch (random.nextInt(3)) {
      case 0 -> new Input.ToolProbed(effect, new ProbeResult.Happened(outcome()), marks());
      case 1 -> new Input.ToolProbed(effect, new ProbeResult.CannotTell("nobody knows"));
      default -> new Input.ToolProbed(effect, new ProbeResult.DidNotHappen());
    };
  }

  private ApprovalAnswer answer() {
    return switch (random.nextInt(6)) {
      case 0 -> new ApprovalAnswer.No("not now", ApprovalAnswer.OnDenial.STOP);
      case 1, 2 -> new ApprovalAnswer.No("", ApprovalAnswer.OnDenial.GO_ON);
      case 3 -> new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION);
      default -> new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
    };
  }

  private Text text(String word) {
    return Text.of(word + " " + random.nextInt(1_000));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
