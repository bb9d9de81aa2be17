package dev.drover.kernel;

import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Thinking;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// One step of the fold, a method per kind of event. See [SessionState#after] for its law.
final class Fold {
  private Fold() {}

  static SessionState after(SessionState before, Recorded entry) {
    var old = before.position();
    var state =
        Budgeting.paused(before, entry).at(new Position(entry.seq(), entry.at(), old.effects()));
    if (isLate(state, entry.event())) {
      return state;
    }
    return switch (entry.event()) {
      case Event.OfSession about -> after(state, about);
      case Event.OfCall about -> after(state, about, entry.at());
      case Event.RunAccepted accepted -> accepted(state, accepted);
      case Event.PromptQueued(var run, var prompt, var recipe, var limits) ->
          state.with(state.backlog().plus(new Backlog.Queued(run, prompt, recipe, limits)));
      case Event.TextSteered steered -> state.with(state.backlog().plus(steered.message()));
      case Event.DirectCallAccepted accepted -> called(state, accepted);
      case Event.ModelReplied replied -> replied(state, replied.reply());
      case Event.ModelFailed failed -> failed(state, failed);
      case Event.ReplyInterrupted(_, _, var partial) -> interrupted(state, partial);
      case Event.AnswerRejected rejected -> rejected(state, rejected);
      case Event.ToolsPlanned(_, var calls) -> planned(state, calls);
      case Event.BudgetWarned(_, var payer, var measure, _, _) ->
          state.with(state.totals().spending().warned(payer, measure));
      case Event.RunRecovered(var run, _, var lost) -> recovered(state, run, lost);
      case Event.RunFinished(var run, var outcome, _) -> finished(state, run, outcome);
      case Event.UndoOrdered _ -> throw new JournalOutOfOrder("a run that is going is not undone");
    };
  }

  private static SessionState after(SessionState state, Event.OfSession event) {
    return switch (event) {
      case Event.SessionOpened opened -> opened(state, opened);
      case Event.RecipeAdopted(var recipe) -> state.with(state.profile().with(recipe));
      case Event.HistoryCleared _ ->
          state.with(Conversation.EMPTY).with(state.profile().forgetting());
      case Event.HistoryCompacted compacted -> compacted(state, compacted);
      case Event.BudgetsSet(var budgets, _) -> state.with(state.totals().spending().set(budgets));
      case Event.VerificationRecorded(var report) -> state.with(state.annals().plus(report));
      case Event.TaskEnded(var child, _, _) -> state.with(state.annals().without(child));
      case Event.PromptDenied _ -> state;
    };
  }

  private static SessionState after(SessionState state, Event.OfCall event, Instant at) {
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

  /// A run's first end is its end: what is recorded about it afterwards changes nothing.
  private static boolean isLate(SessionState state, Event event) {
    return event instanceof Event.OfRun about
        && !begins(about)
        && !state.isRunning(about.run())
        && state.direct(about.run()).isEmpty()
        && !(about instanceof Event.RunFinished && state.backlog().queued(about.run()).isPresent());
  }

  private static boolean begins(Event.OfRun event) {
    return event instanceof Event.RunAccepted
        || event instanceof Event.PromptQueued
        || event instanceof Event.DirectCallAccepted;
  }

  private static SessionState opened(SessionState state, Event.SessionOpened opened) {
    in(state, Phase.Unopened.class);
    var profile =
        new Profile(
            opened.session(),
            opened.agent(),
            opened.workspace(),
            null,
            List.of(),
            List.of(),
            opened.identity(),
            opened.origin());
    return state.with(profile).with(Phase.IDLE);
  }

  private static SessionState accepted(SessionState state, Event.RunAccepted accepted) {
    in(state, Phase.Idle.class);
    var base = state.conversation();
    var start =
        switch (accepted.prompt().history()) {
          case Prompt.History.Own _ -> base;
          case Prompt.History.Given(var messages) -> Conversation.of(messages);
        };
    var frame =
        new RunFrame(
            accepted.run(),
            accepted.limits(),
            new RunFrame.Brief(accepted.prompt().history(), accepted.prompt().answer()),
            base,
            1,
            Usage.NONE,
            RunFrame.Trace.NONE,
            Vigil.START);
    return thinking(
        state
            .with(start.plus(accepted.prompt().message()))
            .with(state.backlog().without(accepted.run()))
            .with(Budgeting.begun(state, accepted.limits().budgets())),
        frame);
  }

  private static SessionState called(SessionState state, Event.DirectCallAccepted accepted) {
    if (state.phase() instanceof Phase.Unopened) {
      throw new JournalOutOfOrder("a call in a session that was never opened");
    }
    var calls = new ArrayList<>(state.direct());
    calls.add(new DirectCall(accepted.run(), accepted.by(), new OpenCall(accepted.call()), 0));
    var position = state.position();
    long named = accepted.call().effect().ordinal();
    return state.at(new Position(position.seq(), position.at(), named)).with(calls);
  }

  private static SessionState hearing(SessionState state) {
    if (state.backlog().steering().isEmpty()) {
      return state;
    }
    var conversation = state.conversation();
    for (var message : state.backlog().steering()) {
      conversation = conversation.plus(message);
    }
    return state.with(conversation).with(state.backlog().heard());
  }

  /// The model is asked under a fresh name, and hears what was said meanwhile.
  private static SessionState thinking(SessionState before, RunFrame frame) {
    var state = hearing(before);
    var position = state.position();
    var effect = position.nextEffect();
    return state
        .at(new Position(position.seq(), position.at(), effect.ordinal()))
        .with(new Thinking(frame, effect, 1, 0, Instant.EPOCH));
  }

  private static SessionState replied(SessionState state, ModelReply reply) {
    var thinking = in(state, Thinking.class);
    var totals = Budgeting.replied(state.totals().replied(reply.usage()), reply.usage());
    var said = new Message.Assistant(reply.blocks(), Message.Ending.WHOLE);
    var frame = thinking.frame().using(reply.usage());
    var next =
        state
            .with(state.conversation().plus(said))
            .with(reply.hasCalls() ? totals : totals.turnFinished());
    boolean wasSteered = !state.backlog().steering().isEmpty();
    // Who was told something while it gave its last answer has not answered yet.
    return wasSteered && !reply.hasCalls() && !next.isLastCall(frame)
        ? thinking(next, frame.spokenTo())
        : next.with(
            new Thinking(
                frame,
                thinking.effect(),
                thinking.attempt(),
                thinking.hits(),
                thinking.notBefore()));
  }

  private static SessionState failed(SessionState state, Event.ModelFailed failed) {
    var thinking = in(state, Thinking.class);
    int hits =
        thinking.hits() + (failed.failure().retry() instanceof Failure.Retry.Throttled ? 1 : 0);
    return state.with(
        new Thinking(
            thinking.frame(), thinking.effect(), failed.attempt() + 1, hits, failed.retryAt()));
  }

  private static SessionState interrupted(SessionState state, Text partial) {
    in(state, Thinking.class);
    List<Block> blocks = partial.isEmpty() ? List.of() : List.of(new Block.Prose(partial));
    var said = new Message.Assistant(blocks, Message.Ending.INTERRUPTED);
    return state.with(state.conversation().plus(said));
  }

  private static SessionState rejected(SessionState state, Event.AnswerRejected rejected) {
    var frame = in(state, Thinking.class).frame();
    return thinking(state.with(state.conversation().plus(rejected.message())), frame.rejected());
  }

  private static SessionState planned(SessionState state, List<PlannedCall> calls) {
    var frame = in(state, Thinking.class).frame();
    var open = new ArrayList<OpenCall>(calls.size());
    for (var call : calls) {
      open.add(new OpenCall(call));
    }
    var position = state.position();
    long named = calls.getLast().effect().ordinal();
    return state
        .at(new Position(position.seq(), position.at(), named))
        .with(new Acting(frame, open));
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
        yield scope != Answer.Scope.ONCE && call.planned().verdict() instanceof Verdict.Ask ask
            ? ready.with(ready.profile().with(ask.grant()))
            : ready;
      }
    };
  }

  private static SessionState compacted(SessionState state, Event.HistoryCompacted compacted) {
    var messages = state.conversation().messages();
    if (messages.size() != compacted.dropped() + compacted.kept()) {
      throw new JournalOutOfOrder(
          "of %d messages %d were dropped and %d kept"
              .formatted(messages.size(), compacted.dropped(), compacted.kept()));
    }
    var position = state.position();
    return state
        .with(Conversation.of(messages.subList(compacted.dropped(), messages.size())))
        .with(
            state
                .annals()
                .plus(
                    new Compaction(
                        position.seq(),
                        position.at(),
                        compacted.by(),
                        compacted.dropped(),
                        compacted.kept())));
  }

  private static SessionState touched(SessionState state, RunId run) {
    return state.isRunning(run) && in(state, Acting.class) instanceof Acting(var frame, var calls)
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
    var limits = state.running().map(RunFrame::limits).orElse(Limits.DEFAULT);
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
    var state =
        Budgeting.settled(before, open, settled.outcome())
            .with(before.profile().seeing(settled.labels()));
    var acting =
        in(state, Acting.class)
            .with(effect, new Stage.Settled(attempts, settled.outcome()))
            .with(effect, call -> call.labelled(settled.labels()));
    if (!acting.isSettled()) {
      return state.with(new Acting(acting.frame().gotOn(), acting.calls()));
    }
    // The model sees outcomes in the order of its calls, whatever order they came in.
    var conversation = state.conversation();
    for (var call : acting.calls()) {
      conversation = conversation.plus(resultOf(call));
    }
    return thinking(
        state
            .with(conversation)
            .with(Budgeting.turnFinished(state.totals().turnFinished(), acting.calls())),
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

  private static SessionState recovered(SessionState state, RunId run, List<EffectId> lost) {
    if (state.direct(run).isPresent()) {
      var calls = new ArrayList<>(state.direct());
      calls.replaceAll(
          call -> call.run().equals(run) ? call.crashed().with(Fold::withoutOutcome) : call);
      return state.with(calls);
    }
    return switch (state.phase()) {
      case Thinking(var frame, var effect, var attempt, var hits, var notBefore) ->
          state.with(new Thinking(frame.crashed(), effect, attempt, hits, notBefore));
      case Acting acting -> state.with(withoutLost(state, acting, lost));
      case Phase.Unopened _, Phase.Idle _ -> throw new JournalOutOfOrder("no run to recover");
    };
  }

  private static Acting withoutLost(SessionState state, Acting acting, List<EffectId> lost) {
    var next = new Acting(acting.frame().crashed(), acting.calls());
    for (var effect : lost) {
      call(state, effect);
      next = next.with(effect, Fold::withoutOutcome);
    }
    return next;
  }

  private static OpenCall withoutOutcome(OpenCall call) {
    if (!(call.stage() instanceof Stage.Started(var attempts, _))) {
      return call;
    }
    return call.at(
        call.planned().terms().afterCrash() == CallTerms.AfterCrash.PROBE
            ? new Stage.Probing(attempts)
            : new Stage.Ready(attempts));
  }

  /// One that was waiting for its turn leaves the queue, and nothing else changes.
  private static SessionState finished(SessionState state, RunId run, RunOutcome outcome) {
    return state.isRunning(run)
        ? finished(state, outcome)
        : state.with(state.backlog().without(run));
  }

  private static SessionState finished(SessionState before, RunOutcome outcome) {
    var state = Budgeting.ended(before);
    var frame = in(state, Thinking.class).frame();
    var keeps =
        switch (outcome) {
          case RunOutcome.Completed _, RunOutcome.Cancelled _ -> true;
          // What failed leaves no trace, unless the world may have changed: the model must know.
          case RunOutcome.Failed(_, var text) ->
              frame.trace() == RunFrame.Trace.TOOLS_STARTED || !text.isEmpty();
        };
    var own = frame.brief().history() instanceof Prompt.History.Own;
    return state
        .with(keeps && own ? state.conversation() : frame.base())
        .with(state.backlog().heard())
        .with(Phase.IDLE)
        .with(
            outcome instanceof RunOutcome.Completed completed
                ? state.totals().responded(completed)
                : state.totals());
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

  private static <P extends Phase> P in(SessionState state, Class<P> phase) {
    if (phase.isInstance(state.phase())) {
      return phase.cast(state.phase());
    }
    throw new JournalOutOfOrder(
        "event %d needs the session to be %s, it is %s"
            .formatted(
                state.position().seq(),
                phase.getSimpleName(),
                state.phase().getClass().getSimpleName()));
  }
}
