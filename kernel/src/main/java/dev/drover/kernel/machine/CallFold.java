package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolQuestion.ToolResumption;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.UnaryOperator;

/// The fold's steps for the events of a call, of the model or of the host.
final class CallFold {
  private CallFold() {}

  static SessionState after(SessionState state, Event.OfCall event, Instant at) {
    return switch (event) {
      case Event.ApprovalRequested asked -> asked(state, asked);
      case Event.ApprovalAnswered answered -> answered(state, answered);
      case Event.ToolStarted(var run, var effect, var attempt) ->
          staged(touched(state, run, effect), effect, new Stage.Started(attempt, at));
      case Event.WorkspaceKept(_, var effect, var look) ->
          changed(state, effect, call -> call.after(look));
      case Event.FilesTouched touched -> touched(state, touched);
      case Event.QuestionAsked asked -> asked(state, asked);
      case Event.QuestionAnswered answered -> answered(state, answered);
      case Event.ToolDeferred deferred -> deferred(state, deferred);
      case Event.DeferredCallChecked checked -> checked(state, checked);
      case Event.TaskStarted started -> started(state, started);
      case Event.ToolSettled settled -> settled(state, settled);
    };
  }

  private static SessionState asked(SessionState state, Event.ApprovalRequested asked) {
    int attempts = call(state, asked.effect()).stage().attempts();
    return staged(
        state,
        asked.effect(),
        new Stage.AwaitingApproval(attempts, asked.answerers(), asked.until()));
  }

  private static SessionState answered(SessionState state, Event.ApprovalAnswered answered) {
    var call = call(state, answered.effect());
    return switch (answered.answer()) {
      case ApprovalAnswer.No _ -> state;
      case ApprovalAnswer.Yes(var scope) -> {
        var ready = staged(state, call.effect(), new Stage.Ready(call.stage().attempts()));
        // A rule for always belongs to the store, not to the session, so that it can be revoked.
        yield scope == ApprovalAnswer.Scope.SESSION
                && call.planned().verdict() instanceof Verdict.Ask ask
            ? ready.with(ready.profile().with(ask.grant()))
            : ready;
      }
    };
  }

  /// The process has outlived the call, as with a deferral.
  private static SessionState asked(SessionState before, Event.QuestionAsked asked) {
    var effect = asked.effect();
    if (!(call(before, effect).stage() instanceof Stage.Started(var attempts, _))) {
      throw new JournalOutOfOrder(effect + " is not running and cannot ask");
    }
    return progressed(
        staged(
            before,
            effect,
            new Stage.AwaitingAnswer(
                attempts, asked.round(), asked.question(), asked.answerers(), asked.until())),
        effect);
  }

  private static SessionState answered(SessionState state, Event.QuestionAnswered answered) {
    if (!(call(state, answered.effect()).stage() instanceof Stage.AwaitingAnswer asking)) {
      throw new JournalOutOfOrder(answered.effect() + " has not asked");
    }
    var resumption =
        new ToolResumption(answered.round(), asking.question().state(), answered.answer());
    return changed(state, answered.effect(), call -> call.resumed(resumption));
  }

  private static SessionState checked(SessionState state, Event.DeferredCallChecked checked) {
    if (!(call(state, checked.effect()).stage()
            instanceof Stage.Deferred(var attempts, var since, var until, var room, var look))
        || look == null) {
      throw new JournalOutOfOrder(checked.effect() + " is not asked for news");
    }
    var later = new DeferredLook(look.handle(), checked.next());
    return staged(state, checked.effect(), new Stage.Deferred(attempts, since, until, room, later));
  }

  private static SessionState progressed(SessionState state, EffectId effect) {
    return state.phase() instanceof Acting acting && acting.call(effect).isPresent()
        ? state.with(new Acting(acting.frame().progressed(), acting.calls()))
        : state;
  }

  private static SessionState touched(SessionState state, RunId run, EffectId effect) {
    if (!state.isRunning(run)) {
      return state;
    }
    var acting = Fold.requirePhase(state, Acting.class);
    var effects = call(state, effect).planned().terms().effects();
    return state.with(new Acting(acting.frame().withToolStarted(effects), acting.calls()));
  }

  /// For a settled call the change is only recorded.
  private static SessionState touched(SessionState state, Event.FilesTouched touched) {
    return state.call(touched.effect()).isPresent()
        ? changed(state, touched.effect(), call -> call.withFileChanges(touched.changes()))
        : state;
  }

  private static SessionState started(SessionState state, Event.TaskStarted started) {
    var given = started.limits();
    var limits =
        given == null ? state.running().map(RunState::limits).orElse(RunLimits.DEFAULT) : given;
    var task =
        new OpenTask(
            started.child(),
            started.run(),
            started.effect(),
            started.agent(),
            started.mode(),
            limits);
    return changed(state, started.effect(), call -> call.withChild(started.child()))
        .with(state.records().plus(task));
  }

  /// The process has outlived the call.
  private static SessionState deferred(SessionState before, Event.ToolDeferred deferred) {
    var effect = deferred.effect();
    if (!(call(before, effect).stage() instanceof Stage.Started(var attempts, var since))) {
      throw new JournalOutOfOrder(effect + " is not running and cannot go on elsewhere");
    }
    var away =
        new Stage.Deferred(attempts, since, deferred.until(), deferred.room(), deferred.look());
    return progressed(
        changed(before, effect, call -> call.at(away).withLabels(deferred.labels())), effect);
  }

  private static SessionState settled(SessionState before, Event.ToolSettled settled) {
    var effect = settled.effect();
    var open = call(before, effect);
    int attempts = open.stage().attempts();
    if (before.direct(settled.run()).isPresent()) {
      // Only the host sees the outcome, so it does not enter the conversation.
      return BudgetRules.settledDirectly(before, open, settled.outcome())
          .with(before.direct().stream().filter(one -> !one.run().equals(settled.run())).toList());
    }
    var counted = BudgetRules.settled(before, open, settled.outcome());
    var state =
        settled.labels().isEmpty()
            ? counted
            : counted.with(before.profile().withLabels(settled.labels()));
    var acting =
        Fold.requirePhase(state, Acting.class)
            .with(
                effect,
                call ->
                    call.at(new Stage.Settled(attempts, settled.outcome()))
                        .withLabels(settled.labels()));
    if (!acting.isSettled()) {
      return state.with(new Acting(acting.frame().progressed(), acting.calls()));
    }
    // The model sees outcomes in the order of its calls, whatever order they came in.
    var conversation = state.conversation();
    for (var call : acting.calls()) {
      conversation = conversation.plus(resultOf(call));
    }
    return Fold.thinking(
        state.with(
            conversation, BudgetRules.turnFinished(state.totals().turnFinished(), acting.calls())),
        next(acting, state.backlog()));
  }

  private static RunState next(Acting acting, Backlog backlog) {
    return backlog.steering().isEmpty()
        ? acting.frame().after(acting.calls())
        : acting.frame().steered();
  }

  private static Message resultOf(OpenCall call) {
    var asked = call.planned().call();
    return switch (call.stage()) {
      case Stage.Settled(_, var outcome) ->
          new Message.ToolResult(
              call.effect(), asked.callId(), asked.tool(), outcome, call.labels());
      case Stage.Ready _,
          Stage.AwaitingApproval _,
          Stage.AwaitingAnswer _,
          Stage.Started _,
          Stage.Deferred _,
          Stage.Probing _ ->
          throw new JournalOutOfOrder(call.effect() + " has no outcome");
    };
  }

  static Acting withoutLost(SessionState state, Acting acting, Event.RunRecovered event) {
    var next = new Acting(acting.frame().takenOver(event.cause()), acting.calls());
    for (var effect : event.lost()) {
      call(state, effect);
      next = next.with(effect, CallFold::withoutOutcome);
    }
    return next;
  }

  static OpenCall withoutOutcome(OpenCall call) {
    if (!(call.stage() instanceof Stage.Started(var attempts, _))) {
      return call;
    }
    return call.at(
        call.planned().terms().afterCrash() == CallTerms.AfterCrash.PROBE
            ? new Stage.Probing(attempts)
            : new Stage.Ready(attempts));
  }

  private static SessionState staged(SessionState state, EffectId effect, Stage stage) {
    return changed(state, effect, call -> call.at(stage));
  }

  private static SessionState changed(
      SessionState state, EffectId effect, UnaryOperator<OpenCall> change) {
    call(state, effect);
    if (state.phase() instanceof Acting acting && acting.call(effect).isPresent()) {
      return state.with(acting.with(effect, change));
    }
    var calls = new ArrayList<>(state.direct());
    calls.replaceAll(call -> call.open().effect().equals(effect) ? call.with(change) : call);
    return state.with(calls);
  }

  private static OpenCall call(SessionState state, EffectId effect) {
    return state
        .call(effect)
        .orElseThrow(() -> new JournalOutOfOrder("no call is open under " + effect));
  }
}
