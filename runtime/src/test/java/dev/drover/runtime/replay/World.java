package dev.drover.runtime.replay;

import dev.drover.kernel.Answer;
import dev.drover.kernel.AnswerType;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Block;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.Cut;
import dev.drover.kernel.Decision;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.Fit;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Input;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.Label;
import dev.drover.kernel.Limits;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.PromptDenial;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionMachine;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.kernel.Verdict;
import dev.drover.kernel.VerificationReport;
import dev.drover.kernel.Vigil;
import dev.drover.kernel.WhenBusy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A seeded world that lives with one session: it prompts, answers, breaks, dies, comes back,
/// approves, refuses and cancels, at any moment, and keeps what became durable.
final class World {
  /// What one life left behind.
  ///
  /// @param commits how many events each decision had
  /// @param inputs those that were committed
  record Lived(
      List<Recorded> journal, List<Integer> commits, List<Input> inputs, SessionState state) {}

  /// How the clock of the world behaves.
  enum Clock {
    TICKING,
    /// Stands still, jumps, and goes back.
    BROKEN
  }

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private static final List<AfterCrash> AFTER_CRASH = List.of(AfterCrash.values());

  private final SplittableRandom random;
  private final Clock clock;
  private final List<Recorded> journal = new ArrayList<>();
  private final List<Integer> commits = new ArrayList<>();
  private final List<Input> inputs = new ArrayList<>();
  private SessionState state = SessionState.NEW;
  private Instant now = START;
  private int runs;

  private World(long seed, Clock clock) {
    this.random = new SplittableRandom(seed);
    this.clock = clock;
  }

  static Lived live(long seed, Clock clock, int inputs) {
    var world = new World(seed, clock);
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
      case Phase.Unopened _ -> new Input.Opened(new SessionId("s-1"), "clerk", "/work", recipe());
      case Phase.Idle _ when state.annals().chain().next() != null -> forked();
      case Phase.Idle _ when chance(20) -> new Input.HandOffRequested(handOff(), "ann");
      case Phase.Idle _ when chance(12) -> verified();
      case Phase.Idle _ when chance(8) ->
          new Input.EditRequested(
              new EffectId(1 + random.nextLong(state.position().effects() + 1)),
              new ToolOutcome.Succeeded(text("otherwise")),
              "ann");
      case Phase.Idle _ when chance(6) -> new Input.CompactRequested("ann", random.nextInt(1, 3));
      case Phase.Idle _ when chance(8) ->
          new Input.CompactionGiven(state.position().nextEffect(), shortened());
      case Phase.Idle _ -> chance(6) ? new Input.ClearRequested("ann") : prompted(WhenBusy.REFUSE);
      case Phase.Thinking thinking -> chance(5) ? disturbance() : modelEnd(thinking);
      case Phase.Acting _ -> chance(5) ? disturbance() : callEnd();
    };
  }

  private Input prompted(WhenBusy whenBusy) {
    Prompt.History history =
        chance(4)
            ? new Prompt.History.Given(List.of(new Message.User(Text.of("before"))))
            : new Prompt.History.Own();
    var limits =
        new Limits(
            random.nextInt(1, 4), chance(3) ? 25 : Limits.NO_TOKEN_LIMIT, random.nextInt(1, 3));
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

  private Fit fit(Phase.Thinking thinking) {
    if (!(thinking.frame().brief().answer() instanceof AnswerType.Json)) {
      return Fit.FREE;
    }
    return chance(2) ? new Fit.Misfit("it has no name") : new Fit.Fits(Text.of("{}"));
  }

  private Recipe recipe() {
    return new Recipe("script/" + random.nextInt(2), Text.of("Be brief."), List.of("t"), "d");
  }

  private Input disturbance() {
    return switch (random.nextInt(12)) {
      case 11 -> denied();
      case 8 -> verified();
      case 0 -> new Input.CancelRequested(null, "Ann Lee", "enough", text("so far"));
      case 1 -> new Input.Recovered("host-b", Input.Course.CLOSE);
      case 2 -> prompted(WhenBusy.QUEUE);
      case 3 -> prompted(WhenBusy.STEER);
      case 4 -> directCall();
      case 5 -> new Input.CloseRequested("close", "enough", text("so far"));
      case 6 -> new Input.CancelRequested(new RunId("r-" + runs), "ann", "enough", Text.EMPTY);
      case 7 -> new Input.CancelRequested(new RunId("c-" + runs), "Ann Lee", "", Text.EMPTY);
      case 9 -> forked();
      default -> new Input.Recovered("host-b", Input.Course.DRIVE_ON);
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
          new OneShot("title", "test/small", new Usage(3, 1, 0, 0, 0), Budgets.NONE));
    }
    var check = CheckOutcome.required("unit", "make test", CheckOutcome.Standing.FAILED);
    return new Input.VerificationGiven(
        VerificationReport.of("ci", List.of(check.evidence(text("2 failed")))));
  }

  private Input denied() {
    return new Input.DenialGiven(
        new PromptDenial(
            "ann", "d", List.of(new HookMark("manners", HookMark.Deed.DENIED, "calmly"))));
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

  private Input modelEnd(Phase.Thinking thinking) {
    return switch (random.nextInt(9)) {
      case 8 ->
          thinking.frame().vigil().length() == Vigil.Length.UNTOUCHED
              ? new Input.ModelPostponed(thinking.effect(), thinking.attempt(), shortened())
              : answered(thinking);
      case 0 -> broke(thinking, now.plusSeconds(5));
      case 1 -> broke(thinking, null);
      default -> answered(thinking);
    };
  }

  /// All before some place is dropped, or outputs are taken out, or a hook does not allow it.
  private ShorteningOutcome shortened() {
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
      return new ShorteningFailure("drover", ShorteningOutcome.Cause.WINDOW, problem, 900, paid);
    }
    if ((dropped == 0 && outputs.isEmpty()) || chance(4)) {
      var mark = new HookMark("h", HookMark.Deed.DENIED, "not now");
      return new ShorteningDenial("drover", ShorteningOutcome.Cause.WINDOW, List.of(mark));
    }
    return new Shortening(
        "drover",
        ShorteningOutcome.Cause.WINDOW,
        new Cut(dropped, messages.size() - dropped, List.of(), outputs),
        dropped == 0 ? Text.EMPTY : text("summary"),
        dropped == 0 ? Usage.NONE : new Usage(random.nextInt(9), 2, 0, 0, 0),
        List.of());
  }

  private Input broke(Phase.Thinking thinking, @Nullable Instant retryAt) {
    var failure =
        new Failure(
            new Problem("model_unavailable", "Unavailable", "it is overloaded", ""),
            new Failure.Retry.Later(Duration.ofSeconds(2)));
    var fallback = chance(2) ? new Fallback("spare/small", null) : null;
    return new Input.ModelBroke(thinking.effect(), thinking.attempt(), failure, retryAt, fallback);
  }

  private Input answered(Phase.Thinking thinking) {
    var blocks = new ArrayList<Block>();
    if (!chance(4)) {
      blocks.add(new Block.Prose(text("words")));
    }
    var judged = new ArrayList<JudgedCall>();
    int calls = chance(2) ? 0 : random.nextInt(1, 11);
    var pace = chance(3) ? Pace.IN_ORDER : Pace.PARALLEL;
    for (int i = 0; i < calls; i++) {
      var call = new ToolCall("c" + i, "t", text("{}"));
      blocks.add(new Block.Call(call));
      judged.add(chance(5) ? hooked(call, pace) : new JudgedCall(call, terms(pace), verdict()));
    }
    var stop = calls == 0 ? ModelReply.StopReason.DONE : ModelReply.StopReason.CALLS;
    var reply = new ModelReply(blocks, stop, new Usage(random.nextInt(9), 4, 1, 0, 1));
    return new Input.ModelAnswered(
        thinking.effect(), thinking.attempt(), reply, judged, fit(thinking));
  }

  /// A call that a hook gave other arguments, or refused.
  private JudgedCall hooked(ToolCall call, Pace pace) {
    if (chance(2)) {
      var deny = new Verdict.Deny("hook h", "no");
      return new JudgedCall(call, terms(pace), deny)
          .marked(List.of(new HookMark("h", HookMark.Deed.DENIED, "no")));
    }
    var other = new ToolCall(call.callId(), call.tool(), text("{\"a\":1}"));
    return new JudgedCall(other, terms(pace), verdict())
        .marked(List.of(new HookMark("h", HookMark.Deed.REWROTE, "")));
  }

  private Rewording rewording() {
    return chance(5)
        ? new Rewording(List.of(new HookMark("h", HookMark.Deed.REWROTE, "why")), "")
        : Rewording.NONE;
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
          new Input.ToolDeferred(
              call.id(),
              chance(2) ? Deferred.untilCompleted() : Deferred.within(Duration.ofSeconds(1)),
              chance(2) ? List.of() : List.of(Label.UNTRUSTED));
      case Effect.CallTool call -> new Input.ToolAnswered(call.id(), outcome(), List.of(), marks());
      case Effect.AwaitCompletion away ->
          chance(4)
              ? new Input.CompletionOverdue(away.id())
              : new Input.CompletionGiven(
                  away.id(), outcome(), chance(2) ? List.of() : List.of(Label.SECRET), "worker");
      case Effect.ProbeTool probe -> probed(probe.id());
      case Effect.AwaitAnswer wait -> new Input.ApprovalGiven(wait.id(), answer(), "bob");
      case Effect.CallModel call -> throw new AssertionError("calls are open beside " + call);
    };
  }

  private ToolOutcome outcome() {
    return switch (random.nextInt(5)) {
      case 0 -> new ToolOutcome.Failed(text("no"));
      // What a cancel by ann would have settled it with: only the rest of the journal can tell.
      case 1 -> new ToolOutcome.Cancelled("cancelled by ann");
      default -> new ToolOutcome.Succeeded(text("yes"));
    };
  }

  /// Of a hook that gave an outcome other words.
  private List<HookMark> marks() {
    return chance(5) ? List.of(new HookMark("h", HookMark.Deed.REWROTE, "")) : List.of();
  }

  private Input probed(EffectId effect) {
    return switch (random.nextInt(3)) {
      case 0 -> new Input.ToolProbed(effect, new Input.Finding.Happened(outcome()), marks());
      case 1 -> new Input.ToolProbed(effect, new Input.Finding.CannotTell("nobody knows"));
      default -> new Input.ToolProbed(effect, new Input.Finding.DidNotHappen());
    };
  }

  private Answer answer() {
    return switch (random.nextInt(6)) {
      case 0 -> new Answer.No("not now", Answer.Then.STOP);
      case 1, 2 -> new Answer.No("", Answer.Then.GO_ON);
      case 3 -> new Answer.Yes(Answer.Scope.SESSION);
      default -> new Answer.Yes(Answer.Scope.ONCE);
    };
  }

  private Text text(String word) {
    return Text.of(word + " " + random.nextInt(1_000));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
