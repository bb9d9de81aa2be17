package dev.drover.runtime.replay;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Event;
import dev.drover.kernel.Fit;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Input;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.Limits;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Thinking;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunProblems;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads backwards: from the events that stand next in a journal to the input that led to them.
///
/// What the world said (a reply, an outcome, an answer, a failure, who cancelled) is taken from the
/// events. What the kernel knew by itself (which effect was awaited, which attempt, which calls a
/// reply holds) is taken from the state, so that a record that says otherwise is found out when the
/// input is decided.
final class Causes {
  private final SessionState state;
  private final List<Recorded> rest;
  private final CallCauses calls;
  private final StopCauses stops;

  private Causes(SessionState state, List<Recorded> rest) {
    this.state = state;
    this.rest = rest;
    this.calls = new CallCauses(state, rest);
    this.stops = new StopCauses(state, this::at);
  }

  /// @param rest what follows in the journal from here on; at least one event
  static Cause of(SessionState state, List<Recorded> rest) {
    var causes = new Causes(state, rest);
    var setting = SettingCauses.of(state, rest.getFirst().event());
    if (setting != null) {
      return setting;
    }
    if (rest.getFirst().event() instanceof Event.TaskEnded ended) {
      return new Cause.OneOf(new TaskCauses(causes::at).of(ended, causes.stops.ahead()));
    }
    if (rest.getFirst().event() instanceof Event.OfRun about
        && (about instanceof Event.DirectCallAccepted || isDirect(state, about.run()))) {
      return causes.ofDirectCall(about);
    }
    if (state.running().isPresent() && rest.getFirst().event() instanceof Event.OfRun said) {
      var cause = causes.ofBacklog(said);
      if (cause != null) {
        return cause;
      }
    }
    return switch (state.phase()) {
      case Phase.Unopened _ -> causes.whenUnopened();
      case Phase.Idle _ -> causes.whenIdle();
      case Thinking thinking -> causes.whenThinking(thinking);
      case Acting acting -> causes.whenActing(acting);
    };
  }

  private static boolean isDirect(SessionState state, RunId run) {
    return state.direct().stream().anyMatch(call -> call.run().equals(run));
  }

  /// What the host does by itself looks the same whatever else is going on.
  private Cause ofDirectCall(Event.OfRun first) {
    return switch (first) {
      case Event.DirectCallAccepted(var run, var by, var call) ->
          Cause.of(
              new Input.DirectCalled(
                  run,
                  by,
                  new JudgedCall(
                      call.call(), call.terms(), call.verdict(), call.basis(), call.marks())));
      case Event.ToolSettled settled -> settledDirectly(settled);
      case Event.ToolStarted(_, var effect, _) -> CallCauses.notHappened(effect);
      case Event.WorkspaceKept(_, var effect, var look) -> CallCauses.looked(effect, look);
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.ToolDeferred deferred -> calls.deferred(deferred);
      case Event.TaskStarted started -> TaskCauses.announced(started);
      case Event.ApprovalAnswered answered -> CallCauses.told(answered);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.ApprovalRequested _,
          Event.RunFinished _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new Cause.None(0, "what became of the direct call " + first.run());
    };
  }

  private Cause settledDirectly(Event.ToolSettled settled) {
    var inputs = new ArrayList<Input>(2);
    inputs.add(calls.answerTo(settled));
    if (settled.outcome() instanceof ToolOutcome.Cancelled cancelled) {
      var by = cancelled.person().orElse("");
      inputs.add(new Input.CancelRequested(settled.run(), by, "", Text.EMPTY));
      inputs.add(new Input.CancelRequested(null, by, "", Text.EMPTY));
      inputs.addAll(stops.ahead());
    }
    return new Cause.OneOf(inputs);
  }

  /// What is said to a session while a run is going looks the same whatever the run does.
  private @Nullable Cause ofBacklog(Event.OfRun first) {
    var recipe = Objects.requireNonNull(state.profile().recipe());
    if (first instanceof Event.PromptQueued(var run, var prompt, var own, var limits)) {
      return Cause.of(new Input.Prompted(run, prompt, own, limits, WhenBusy.QUEUE));
    }
    if (first instanceof Event.TextSteered(var run, var text, var media, var key, var rewording)) {
      var prompt = new Prompt(text, media, Prompt.History.OWN, AnswerType.WORDS, key, rewording);
      return Cause.of(new Input.Prompted(run, prompt, recipe, Limits.DEFAULT, WhenBusy.STEER));
    }
    if (stops.isWithdrawal(first)
        && first instanceof Event.RunFinished(var run, RunOutcome.Cancelled cancelled, _)) {
      var inputs = new ArrayList<>(stops.ahead());
      inputs.addFirst(StopCauses.cancel(run, cancelled, Text.EMPTY));
      return new Cause.OneOf(inputs);
    }
    return null;
  }

  private Cause whenUnopened() {
    if (!(first() instanceof Event.SessionOpened opened)) {
      return new Cause.None(0, "the opening of the session");
    }
    return at(1) instanceof Event.RecipeAdopted(var recipe)
        ? Cause.of(
            new Input.Opened(
                opened.session(),
                opened.agent(),
                opened.workspace(),
                recipe,
                opened.identity(),
                opened.origin()))
        : new Cause.None(1, "the recipe that the session opens with");
  }

  private Cause whenIdle() {
    return switch (first()) {
      case Event.RecipeAdopted(var recipe) ->
          at(1) instanceof Event.RunAccepted(var run, var prompt, var limits)
              ? Cause.of(new Input.Prompted(run, prompt, recipe, limits, WhenBusy.REFUSE))
              : new Cause.None(1, "the run that the recipe was adopted for");
      case Event.RunAccepted(var run, var prompt, var limits) -> {
        var recipe = state.profile().recipe();
        yield recipe == null
            ? new Cause.None(0, "a recipe before the first run")
            : Cause.of(new Input.Prompted(run, prompt, recipe, limits, WhenBusy.REFUSE));
      }
      case Event.HistoryCleared(var by) -> Cause.of(new Input.ClearRequested(by));
      case Event.HistoryCompacted(var shortening) -> CompactionCauses.whenIdle(state, shortening);
      case Event.CompactionDenied(var denial) -> CompactionCauses.given(state, denial);
      case Event.OutcomeEdited(var effect, var outcome, var by) ->
          Cause.of(new Input.EditRequested(effect, outcome, by));
      case Event.SessionHandedOff(var to, var by) -> Cause.of(new Input.HandOffRequested(to, by));
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.UndoOrdered(var run, var by, var paths) ->
          Cause.of(new Input.UndoRequested(run, by, paths));
      case Event.OfSession _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.DirectCallAccepted _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.RunRecovered _,
          Event.BudgetWarned _,
          Event.RunFinished _ ->
          new Cause.None(0, "the start of a run: none is going");
    };
  }

  private Cause whenThinking(Thinking thinking) {
    return switch (first()) {
      case Event.ModelReplied(_, _, var reply) -> answered(thinking, reply);
      case Event.ModelFailed(_, _, _, var failure, var retryAt) ->
          Cause.of(new Input.ModelBroke(thinking.effect(), thinking.attempt(), failure, retryAt));
      case Event.ModelReplaced(_, _, _, var failure, var fallback) ->
          Cause.of(
              new Input.ModelBroke(thinking.effect(), thinking.attempt(), failure, null, fallback));
      case Event.ReplyInterrupted(_, _, var partial) ->
          at(1) instanceof Event.RunFinished(_, var outcome, _)
              ? ended(thinking, outcome, partial)
              : new Cause.None(1, "the end of the run whose reply was interrupted");
      case Event.HistoryCompacted(var shortening) ->
          CompactionCauses.postponed(thinking, shortening);
      case Event.CompactionDenied(var denial) -> CompactionCauses.postponed(thinking, denial);
      case Event.CompactionFailed(var failure) -> CompactionCauses.postponed(thinking, failure);
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.RunFinished(_, var outcome, _) -> ended(thinking, outcome, Text.EMPTY);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfSession _,
          Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.DirectCallAccepted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new Cause.None(0, "what the model answered under " + thinking.effect());
    };
  }

  private Cause whenActing(Acting acting) {
    return switch (first()) {
      case Event.ToolSettled settled -> settled(settled);
      case Event.ToolStarted(_, var effect, _) -> CallCauses.notHappened(effect);
      case Event.WorkspaceKept(_, var effect, var look) -> CallCauses.looked(effect, look);
      // Whether a call that runs spoke before or afterwards makes no difference to the events.
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.ToolDeferred deferred -> calls.deferred(deferred);
      case Event.TaskStarted started -> TaskCauses.announced(started);
      case Event.ApprovalAnswered answered -> CallCauses.told(answered);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfSession _,
          Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.DirectCallAccepted _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.ApprovalRequested _,
          Event.RunFinished _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new Cause.None(0, "what became of the open calls " + open(acting));
    };
  }

  /// The calls are the reply's own; only what was said about them is read from the plan, and the
  /// arguments that a hook gave them.
  private Cause answered(Thinking thinking, ModelReply reply) {
    var calls = reply.calls();
    if (calls.isEmpty()) {
      var next = behindWarnings();
      return Cause.of(
          new Input.ModelAnswered(
              thinking.effect(),
              thinking.attempt(),
              reply,
              List.of(),
              fit(next),
              ending(next, reply)));
    }
    if (!(at(1) instanceof Event.ToolsPlanned(_, var planned)) || planned.size() != calls.size()) {
      return new Cause.None(1, "the plan of the reply's %d calls".formatted(calls.size()));
    }
    var judged = new ArrayList<JudgedCall>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      PlannedCall plan = planned.get(i);
      judged.add(
          new JudgedCall(
              asked(calls.get(i), plan), plan.terms(), plan.verdict(), plan.basis(), plan.marks()));
    }
    return Cause.of(new Input.ModelAnswered(thinking.effect(), thinking.attempt(), reply, judged));
  }

  /// What followed the reply. Budgets that it used up to their soft limits are told in between.
  private @Nullable Event behindWarnings() {
    int offset = 1;
    while (at(offset) instanceof Event.BudgetWarned) {
      offset++;
    }
    return at(offset);
  }

  /// As it was recorded: a run that ended before endings were recorded has a whole answer.
  private static AnswerEnding ending(@Nullable Event next, ModelReply reply) {
    return next instanceof Event.RunFinished(_, RunOutcome.Completed completed, _)
        ? completed.ending()
        : AnswerEnding.of(reply);
  }

  /// Whether the reply was what the prompt wants shows in what followed it.
  private static Fit fit(@Nullable Event next) {
    if (next instanceof Event.AnswerRejected(_, _, var complaint)) {
      return new Fit.Misfit(complaint);
    }
    if (!(next instanceof Event.RunFinished(_, var outcome, _))) {
      return Fit.FREE;
    }
    if (outcome instanceof RunOutcome.Completed(_, var value, _) && value != null) {
      return new Fit.Fits(value);
    }
    if (outcome instanceof RunOutcome.Failed(var failure, _)
        && failure.problem().code().equals(RunProblems.REPLY_NOT_KEPT)) {
      return new Fit.NotKept(failure);
    }
    return outcome instanceof RunOutcome.Failed(var failure, _)
            && failure.problem().code().equals(RunProblems.ANSWER_MISFIT)
        ? new Fit.Misfit(failure.problem().detail())
        : Fit.FREE;
  }

  private static ToolCall asked(ToolCall own, PlannedCall plan) {
    return plan.marks().stream().anyMatch(mark -> mark.deed() == HookMark.Deed.REWROTE)
        ? new ToolCall(own.callId(), own.tool(), plan.call().arguments())
        : own;
  }

  private static Cause ended(Thinking thinking, RunOutcome outcome, Text partial) {
    return switch (outcome) {
      case RunOutcome.Cancelled cancelled ->
          Cause.of(StopCauses.cancel(thinking.frame().run(), cancelled, partial));
      case RunOutcome.Failed(var failure, _) ->
          Cause.of(new Input.ModelBroke(thinking.effect(), thinking.attempt(), failure, null));
      case RunOutcome.Completed _, RunOutcome.HandedOff _ ->
          new Cause.None(0, "the reply that completes the run, under " + thinking.effect());
    };
  }

  private static Cause recovered(Event.RunRecovered event) {
    return Cause.of(
        new Input.Recovered(event.by(), Input.Course.DRIVE_ON, event.cause()),
        new Input.Recovered(event.by(), Input.Course.CLOSE, event.cause()));
  }

  /// A call settles because it answered, because a probe found out, because the run ends with it,
  /// or because its run was stopped.
  private Cause settled(Event.ToolSettled settled) {
    var inputs = new ArrayList<Input>(2);
    inputs.add(calls.answerTo(settled));
    new HandOffCauses(this::at).of(settled).ifPresent(inputs::add);
    inputs.addAll(stops.ahead());
    return new Cause.OneOf(inputs);
  }

  private static String open(Acting acting) {
    return acting.calls().stream()
        .filter(call -> !(call.stage() instanceof Stage.Settled))
        .map(call -> call.planned().effect().toString())
        .collect(Collectors.joining(", "));
  }

  private Event first() {
    return rest.getFirst().event();
  }

  private @Nullable Event at(int offset) {
    return offset < rest.size() ? rest.get(offset).event() : null;
  }
}
