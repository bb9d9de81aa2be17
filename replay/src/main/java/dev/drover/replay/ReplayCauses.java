package dev.drover.replay;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.AnswerValidation;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.RunProblems;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Derives an input from the events that follow it in a journal.
///
/// Data from outside (a reply, an outcome, an answer, a failure, the person who cancelled) is taken
/// from the events. Data that the kernel had (the awaited effect, the attempt, the calls of a
/// reply) is taken from the state, so that a record with other data diverges when the input is
/// decided.
final class ReplayCauses {
  private final SessionState state;
  private final List<RecordedEvent> rest;
  private final CallCauses calls;
  private final StopCauses stops;

  private ReplayCauses(SessionState state, List<RecordedEvent> rest) {
    this.state = state;
    this.rest = rest;
    this.calls = new CallCauses(state, rest);
    this.stops = new StopCauses(state, this::at);
  }

  /// @param rest of the journal from here on; at least one event
  static ReplayCause of(SessionState state, List<RecordedEvent> rest) {
    var causes = new ReplayCauses(state, rest);
    var setting = SettingCauses.of(state, rest.getFirst().event());
    if (setting != null) {
      return setting;
    }
    if (rest.getFirst().event() instanceof Event.TaskEnded ended) {
      return new ReplayCause.OneOf(new TaskCauses(causes::at).of(ended, causes.stops.ahead()));
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
      case SessionPhase.Unopened _ -> causes.whenUnopened();
      case SessionPhase.Idle _ -> causes.whenIdle();
      case Thinking thinking -> causes.whenThinking(thinking);
      case Verifying verifying -> causes.whenVerifying(verifying);
      case Acting acting -> causes.whenActing(acting);
    };
  }

  private static boolean isDirect(SessionState state, RunId run) {
    return state.direct().stream().anyMatch(call -> call.run().equals(run));
  }

  /// Direct calls of the host have the same events in every phase.
  private ReplayCause ofDirectCall(Event.OfRun first) {
    return switch (first) {
      case Event.DirectCallAccepted(var run, var by, var call) ->
          ReplayCause.of(
              new Input.DirectCalled(
                  run,
                  by,
                  new JudgedCall(
                      call.call(), call.terms(), call.verdict(), call.basis(), call.marks())));
      case Event.ToolSettled settled -> settledDirectly(settled);
      case Event.ToolStarted(_, var effect, _) -> CallCauses.notHappened(effect);
      case Event.WorkspaceKept(_, var effect, var look) -> CallCauses.looked(effect, look);
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.QuestionAsked asked -> calls.asked(asked);
      case Event.QuestionAnswered answered -> CallCauses.told(answered);
      case Event.ToolDeferred deferred -> calls.deferred(deferred);
      case Event.DeferredCallChecked checked -> calls.checked(checked);
      case Event.TaskStarted started -> TaskCauses.announced(started);
      case Event.ApprovalAnswered answered -> CallCauses.told(answered);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfPrompt _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.ToolsPlanned _,
          Event.ApprovalRequested _,
          Event.RunFinished _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new ReplayCause.None(0, "what became of the direct call " + first.run());
    };
  }

  private ReplayCause settledDirectly(Event.ToolSettled settled) {
    var inputs = new ArrayList<Input>(2);
    inputs.add(calls.answerTo(settled));
    if (settled.outcome() instanceof ToolOutcome.Cancelled cancelled) {
      var by = cancelled.person().orElse("");
      inputs.add(new Input.CancelRequested(settled.run(), by, "", Text.EMPTY));
      inputs.add(new Input.CancelRequested(null, by, "", Text.EMPTY));
      inputs.addAll(stops.ahead());
    }
    return new ReplayCause.OneOf(inputs);
  }

  /// Prompts and texts that arrive during a run have the same events in every phase of the run.
  private @Nullable ReplayCause ofBacklog(Event.OfRun first) {
    var recipe = Objects.requireNonNull(state.profile().recipe());
    if (first instanceof Event.PromptQueued(var run, var prompt, var own, var limits)) {
      return ReplayCause.of(new Input.Prompted(run, prompt, own, limits, WhenBusy.QUEUE));
    }
    if (first instanceof Event.TextSteered(var run, var text, var media, var key, var rewording)) {
      var prompt = new Prompt(text, media, Prompt.History.OWN, AnswerType.WORDS, key, rewording);
      return ReplayCause.of(
          new Input.Prompted(run, prompt, recipe, RunLimits.DEFAULT, WhenBusy.STEER));
    }
    if (stops.isWithdrawal(first)
        && first instanceof Event.RunFinished(var run, RunOutcome.Cancelled cancelled, _)) {
      var inputs = new ArrayList<>(stops.ahead());
      inputs.addFirst(StopCauses.cancel(run, cancelled, Text.EMPTY));
      return new ReplayCause.OneOf(inputs);
    }
    return null;
  }

  private ReplayCause whenUnopened() {
    if (!(first() instanceof Event.SessionOpened opened)) {
      return new ReplayCause.None(0, "the opening of the session");
    }
    return at(1) instanceof Event.RecipeAdopted(var recipe)
        ? ReplayCause.of(
            new Input.Opened(
                opened.session(),
                opened.agent(),
                opened.workspace(),
                recipe,
                opened.identity(),
                opened.origin()))
        : new ReplayCause.None(1, "the recipe that the session opens with");
  }

  private ReplayCause whenIdle() {
    return switch (first()) {
      case Event.RecipeAdopted(var recipe) ->
          at(1) instanceof Event.RunAccepted(var run, var prompt, var limits)
              ? ReplayCause.of(new Input.Prompted(run, prompt, recipe, limits, WhenBusy.REFUSE))
              : new ReplayCause.None(1, "the run that the recipe was adopted for");
      case Event.RunAccepted(var run, var prompt, var limits) -> {
        var recipe = state.profile().recipe();
        yield recipe == null
            ? new ReplayCause.None(0, "a recipe before the first run")
            : ReplayCause.of(new Input.Prompted(run, prompt, recipe, limits, WhenBusy.REFUSE));
      }
      case Event.HistoryCleared(var by) -> ReplayCause.of(new Input.ClearRequested(by));
      case Event.HistoryCompacted(var applied) -> CompactionCauses.whenIdle(state, applied);
      case Event.CompactionDenied(var denial) -> CompactionCauses.given(state, denial);
      case Event.OutcomeEdited(var effect, var outcome, var by) ->
          ReplayCause.of(new Input.EditRequested(effect, outcome, by));
      case Event.SessionHandedOff(var to, var by) ->
          ReplayCause.of(new Input.HandOffRequested(to, by));
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.UndoOrdered(var run, var by, var paths) ->
          ReplayCause.of(new Input.UndoRequested(run, by, paths));
      case Event.OfSession _,
          Event.OfPrompt _,
          Event.OfPlan _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.RunRecovered _,
          Event.BudgetWarned _,
          Event.RunFinished _ ->
          new ReplayCause.None(0, "the start of a run: none is going");
    };
  }

  private ReplayCause whenThinking(Thinking thinking) {
    return switch (first()) {
      case Event.ModelReplied(_, _, var reply) -> answered(thinking, reply);
      case Event.ModelFailed(_, _, _, var failure, var retryAt) ->
          ReplayCause.of(
              new Input.ModelCallFailed(thinking.effect(), thinking.attempt(), failure, retryAt));
      case Event.ModelReplaced(_, _, _, var failure, var fallback) ->
          ReplayCause.of(
              new Input.ModelCallFailed(
                  thinking.effect(), thinking.attempt(), failure, null, fallback));
      case Event.ReplyInterrupted(_, _, var partial) ->
          at(1) instanceof Event.RunFinished(_, var outcome, _)
              ? ended(thinking, outcome, partial)
              : new ReplayCause.None(1, "the end of the run whose reply was interrupted");
      case Event.HistoryCompacted(var applied) -> CompactionCauses.postponed(thinking, applied);
      case Event.CompactionDenied(var denial) -> CompactionCauses.postponed(thinking, denial);
      case Event.CompactionFailed(var failure) -> CompactionCauses.postponed(thinking, failure);
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.RunFinished(_, var outcome, _) -> ended(thinking, outcome, Text.EMPTY);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfSession _,
          Event.OfPrompt _,
          Event.OfPlan _,
          Event.AnswerRejected _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new ReplayCause.None(0, "what the model answered under " + thinking.effect());
    };
  }

  /// A report about the run may also come from the host.
  private ReplayCause whenVerifying(Verifying verifying) {
    return switch (first()) {
      case Event.VerificationRecorded(var report) -> {
        var findings = at(1) instanceof Event.VerificationFailed(_, _, var said) ? said : "";
        yield ReplayCause.of(
            new Input.ChecksEnded(verifying.effect(), report, findings),
            new Input.VerificationGiven(report));
      }
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.RunFinished(_, RunOutcome.Cancelled cancelled, _) ->
          ReplayCause.of(StopCauses.cancel(verifying.frame().run(), cancelled, Text.EMPTY));
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfSession _,
          Event.OfPrompt _,
          Event.OfPlan _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.RunFinished _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new ReplayCause.None(0, "the report of the checks under " + verifying.effect());
    };
  }

  private ReplayCause whenActing(Acting acting) {
    return switch (first()) {
      case Event.ToolSettled settled -> settled(settled);
      case Event.ToolStarted(_, var effect, _) -> CallCauses.notHappened(effect);
      case Event.WorkspaceKept(_, var effect, var look) -> CallCauses.looked(effect, look);
      // Whether a running call reported its changes before or afterwards makes no difference to the
      // events.
      case Event.FilesTouched(var run, var effect, _) -> calls.found(run, effect);
      case Event.QuestionAsked asked -> calls.asked(asked);
      case Event.QuestionAnswered answered -> CallCauses.told(answered);
      case Event.ToolDeferred deferred -> calls.deferred(deferred);
      case Event.DeferredCallChecked checked -> calls.checked(checked);
      case Event.TaskStarted started -> TaskCauses.announced(started);
      case Event.ApprovalAnswered answered -> CallCauses.told(answered);
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.OfSession _,
          Event.OfPrompt _,
          Event.OfPlan _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.ApprovalRequested _,
          Event.RunFinished _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          new ReplayCause.None(0, "what became of the open calls " + open(acting));
    };
  }

  /// The calls are the reply's own; only their verdicts, and the arguments changed by hooks, are
  /// read from the plan.
  private ReplayCause answered(Thinking thinking, ModelReply reply) {
    var calls = reply.calls();
    if (calls.isEmpty()) {
      var next = behindWarnings();
      return ReplayCause.of(
          new Input.ModelAnswered(
              thinking.effect(),
              thinking.attempt(),
              reply,
              List.of(),
              fit(next),
              ending(next, reply)));
    }
    if (!(at(1) instanceof Event.ToolsPlanned(_, var planned)) || planned.size() != calls.size()) {
      return new ReplayCause.None(1, "the plan of the reply's %d calls".formatted(calls.size()));
    }
    var judged = new ArrayList<JudgedCall>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      PlannedCall plan = planned.get(i);
      judged.add(
          new JudgedCall(
              asked(calls.get(i), plan), plan.terms(), plan.verdict(), plan.basis(), plan.marks()));
    }
    return ReplayCause.of(
        new Input.ModelAnswered(thinking.effect(), thinking.attempt(), reply, judged));
  }

  /// The event after the reply, without the budget warnings in between.
  private @Nullable Event behindWarnings() {
    int offset = 1;
    while (at(offset) instanceof Event.BudgetWarned) {
      offset++;
    }
    return at(offset);
  }

  /// As recorded: a run that ended before endings were recorded has a complete answer.
  private static AnswerEnding ending(@Nullable Event next, ModelReply reply) {
    if (next instanceof Event.VerificationStarted(_, _, var answer)) {
      return answer.ending();
    }
    return next instanceof Event.RunFinished(_, RunOutcome.Completed completed, _)
        ? completed.ending()
        : AnswerEnding.of(reply);
  }

  /// The event after the reply shows whether the reply matched the requested type.
  private static AnswerValidation fit(@Nullable Event next) {
    if (next instanceof Event.AnswerRejected(_, _, var complaint)) {
      return new AnswerValidation.Invalid(complaint);
    }
    if (next instanceof Event.VerificationStarted(_, _, var answer) && answer.value() != null) {
      return new AnswerValidation.Valid(answer.value());
    }
    if (!(next instanceof Event.RunFinished(_, var outcome, _))) {
      return AnswerValidation.FREE;
    }
    if (outcome instanceof RunOutcome.Completed(_, var value, _) && value != null) {
      return new AnswerValidation.Valid(value);
    }
    if (outcome instanceof RunOutcome.Failed(var failure, _)
        && failure.problem().code().equals(RunProblems.REPLY_NOT_KEPT)) {
      return new AnswerValidation.Unreadable(failure);
    }
    return outcome instanceof RunOutcome.Failed(var failure, _)
            && failure.problem().code().equals(RunProblems.ANSWER_MISFIT)
        ? new AnswerValidation.Invalid(failure.problem().detail())
        : AnswerValidation.FREE;
  }

  private static ToolCall asked(ToolCall own, PlannedCall plan) {
    return plan.marks().stream().anyMatch(mark -> mark.action() == HookMark.Action.REWROTE)
        ? new ToolCall(own.callId(), own.tool(), plan.call().arguments())
        : own;
  }

  private static ReplayCause ended(Thinking thinking, RunOutcome outcome, Text partial) {
    return switch (outcome) {
      case RunOutcome.Cancelled cancelled ->
          ReplayCause.of(StopCauses.cancel(thinking.frame().run(), cancelled, partial));
      case RunOutcome.Failed(var failure, _) ->
          ReplayCause.of(
              new Input.ModelCallFailed(thinking.effect(), thinking.attempt(), failure, null));
      case RunOutcome.Completed _, RunOutcome.HandedOff _ ->
          new ReplayCause.None(0, "the reply that completes the run, under " + thinking.effect());
    };
  }

  private static ReplayCause recovered(Event.RunRecovered event) {
    return ReplayCause.of(
        new Input.Recovered(event.by(), Input.RecoveryCourse.DRIVE_ON, event.cause()),
        new Input.Recovered(event.by(), Input.RecoveryCourse.CLOSE, event.cause()));
  }

  /// A call is settled by its own outcome, by a probe, by a hand-off that ends the run, or by a
  /// stop of its run.
  private ReplayCause settled(Event.ToolSettled settled) {
    var inputs = new ArrayList<Input>(2);
    inputs.add(calls.answerTo(settled));
    new HandOffCauses(this::at).of(settled).ifPresent(inputs::add);
    inputs.addAll(stops.ahead());
    return new ReplayCause.OneOf(inputs);
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
