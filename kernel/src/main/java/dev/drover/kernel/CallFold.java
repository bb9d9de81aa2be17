package dev.drover.kernel;

import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase.Acting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.UnaryOperator;

/// The fold's steps for events of a call, be it the model's or the host's.
final class CallFold {
  private CallFold() {}

  static SessionState after(SessionState state, Event.OfCall event, Instant at) {
    return switch (event) {
      case Event.ApprovalRequested asked -> asked(state, asked);
      case Event.ApprovalAnswered answered -> answered(state, answered);
      case Event.ToolStarted(var run, var effect, var attempt) ->
          staged(touched(state, run), effect, new Stage.Started(attempt, at));
      case Event.WorkspaceKept(_, var effect, var look) ->
          changed(state, effect, call -> call.after(look));
      case Event.FilesTouched touched -> touched(state, touched);
      case Event.ToolDeferred deferred -> deferred(state, deferred);
      case Event.TaskStarted started -> started(state, started);
      case Event.ToolSettled settled -> settled(state, settled);
    };
  }

  private static SessionState asked(SessionState state, Event.ApprovalRequested asked) {
    int attempts = call(state, asked.effect()).stage().attempts();
    return staged(
        state, asked.effect(), new Stage.Asking(attempts, asked.answerers(), asked.until()));
  }

  private static SessionState answered(SessionState state, Event.ApprovalAnswered answered) {
    var call = call(state, answered.effect());
    return switch (answered.answer()) {
      case Answer.No _ -> state;
      case Answer.Yes(var scope) -> {
        var ready = staged(state, call.effect(), new Stage.Ready(call.stage().attempts()));
        // A rule for always is the store's, not the session's, so that it can be revoked.
        yield scope == Answer.Scope.SESSION && call.planned().verdict() instanceof Verdict.Ask ask
            ? ready.with(ready.profile().with(ask.grant()))
            : ready;
      }
    };
  }

  private static SessionState touched(SessionState state, RunId run) {
    return state.isRunning(run)
            && Fold.in(state, Acting.class) instanceof Acting(var frame, var calls)
        ? state.with(new Acting(frame.touched(), calls))
        : state;
  }

  /// Of a call that was settled it is only recorded.
  private static SessionState touched(SessionState state, Event.FilesTouched touched) {
    return state.call(touched.effect()).isPresent()
        ? changed(state, touched.effect(), call -> call.touching(touched.changes()))
        : state;
  }

  private static SessionState started(SessionState state, Event.TaskStarted started) {
    var given = started.limits();
    var limits =
        given == null ? state.running().map(RunFrame::limits).orElse(Limits.DEFAULT) : given;
    var task =
        new Task(
            started.child(),
            started.run(),
            started.effect(),
            started.agent(),
            started.mode(),
            limits);
    return changed(state, started.effect(), call -> call.delegating(started.child()))
        .with(state.annals().plus(task));
  }

  /// The process has outlived the call.
  private static SessionState deferred(SessionState before, Event.ToolDeferred deferred) {
    var effect = deferred.effect();
    if (!(call(before, effect).stage() instanceof Stage.Started(var attempts, var since))) {
      throw new JournalOutOfOrder(effect + " is not running and cannot go on elsewhere");
    }
    var away = new Stage.Away(attempts, since, deferred.until(), deferred.room());
    var state = changed(before, effect, call -> call.at(away).labelled(deferred.labels()));
    return state.phase() instanceof Acting acting && acting.call(effect).isPresent()
        ? state.with(new Acting(acting.frame().gotOn(), acting.calls()))
        : state;
  }

  private static SessionState settled(SessionState before, Event.ToolSettled settled) {
    var effect = settled.effect();
    var open = call(before, effect);
    int attempts = open.stage().attempts();
    if (before.direct(settled.run()).isPresent()) {
      // Nobody but the host sees the outcome, so nothing of it is in the conversation.
      return Budgeting.settledDirectly(before, open, settled.outcome())
          .with(before.direct().stream().filter(one -> !one.run().equals(settled.run())).toList());
    }
    var counted = Budgeting.settled(before, open, settled.outcome());
    var state =
        settled.labels().isEmpty()
            ? counted
            : counted.with(before.profile().seeing(settled.labels()));
    var acting =
        Fold.in(state, Acting.class)
            .with(
                effect,
                call ->
                    call.at(new Stage.Settled(attempts, settled.outcome()))
                        .labelled(settled.labels()));
    if (!acting.isSettled()) {
      return state.with(new Acting(acting.frame().gotOn(), acting.calls()));
    }
    // The model sees outcomes in the order of its calls, whatever order they came in.
    var conversation = state.conversation();
    for (var call : acting.calls()) {
      conversation = conversation.plus(resultOf(call));
    }
    return Fold.thinking(
        state.with(
            conversation, Budgeting.turnFinished(state.totals().turnFinished(), acting.calls())),
        next(acting, state.backlog()));
  }

  private static RunFrame next(Acting acting, Backlog backlog) {
    return backlog.steering().isEmpty()
        ? acting.frame().after(acting.calls())
        : acting.frame().spokenTo();
  }

  private static Message resultOf(OpenCall call) {
    var asked = call.planned().call();
    return switch (call.stage()) {
      case Stage.Settled(_, var outcome) ->
          new Message.ToolResult(
              call.effect(), asked.callId(), asked.tool(), outcome, call.labels());
      case Stage.Ready _, Stage.Asking _, Stage.Started _, Stage.Away _, Stage.Probing _ ->
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
