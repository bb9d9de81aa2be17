package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Running;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The decisions about single tool calls: asking, starting, settling, recovering.
final class Calls {
  private static final String DIED =
      "the process died while the call was under way; it may have happened";

  private static final String TOO_LATE = "nobody answered in time";

  private Calls() {}

  /// What a person said, and who it was.
  record Reply(Answer answer, String by) {}

  /// Gives each call of a fresh plan its first fact, where its verdict calls for one.
  static void open(Draft draft) {
    var run = ((Acting) draft.state().phase()).frame().run();
    for (var call : ((Acting) draft.state().phase()).calls()) {
      var effect = call.effect();
      switch (call.planned().verdict()) {
        case Verdict.Allow _ -> {}
        case Verdict.Ask ask -> draft.add(request(draft, call, ask.why(), ask));
        case Verdict.Deny(var rule, var why) ->
            draft.add(new Event.ToolSettled(run, effect, new ToolOutcome.Denied(rule, why)));
        case Verdict.Reject(var reason) ->
            draft.add(new Event.ToolSettled(run, effect, new ToolOutcome.Refused(reason)));
      }
    }
  }

  static void startReady(Draft draft) {
    if (draft.state().phase() instanceof Acting acting) {
      for (var call : acting.startable()) {
        int attempt = call.stage().attempts() + 1;
        draft.add(new Event.ToolStarted(acting.frame().run(), call.effect(), attempt));
      }
    }
  }

  static Decision announced(Draft draft, Acting acting, EffectId effect, List<FileChange> changes) {
    if (acting.call(effect).filter(OpenCall::isRunning).isEmpty()) {
      return stale("no call is running under " + effect);
    }
    if (changes.isEmpty()) {
      return new Ignore(Why.NOTHING_TO_DO, "no file is touched");
    }
    for (int from = 0; from < changes.size(); from += Event.FilesTouched.MOST) {
      int to = Math.min(changes.size(), from + Event.FilesTouched.MOST);
      draft.add(new Event.FilesTouched(acting.frame().run(), effect, changes.subList(from, to)));
    }
    return draft.commit();
  }

  static Decision answered(Draft draft, Acting acting, Input.ToolAnswered answered) {
    var effect = answered.effect();
    if (acting.call(effect).filter(OpenCall::isRunning).isEmpty()) {
      return stale("no call is running under " + effect);
    }
    draft.add(
        new Event.ToolSettled(acting.frame().run(), effect, answered.outcome(), answered.labels()));
    return Turns.proceed(draft);
  }

  static Decision probed(Draft draft, Acting acting, EffectId effect, Finding finding) {
    var probing = acting.call(effect).filter(call -> call.stage() instanceof Stage.Probing);
    if (probing.isEmpty()) {
      return stale("nothing is being found out about " + effect);
    }
    var run = acting.frame().run();
    return switch (finding) {
      case Finding.Happened(var outcome) -> {
        draft.add(new Event.ToolSettled(run, effect, outcome));
        yield Turns.proceed(draft);
      }
      case Finding.DidNotHappen _ -> {
        startAgain(draft, acting.frame(), probing.get());
        yield Turns.proceed(draft);
      }
      case Finding.CannotTell(var why) -> {
        draft.add(new Event.ToolSettled(run, effect, new ToolOutcome.Unknown(why)));
        yield Turns.proceed(draft);
      }
    };
  }

  static Decision approved(Draft draft, Acting acting, EffectId effect, Reply reply) {
    var asking = asking(acting, effect);
    if (asking.isEmpty()) {
      return stale("nobody is being asked about " + effect);
    }
    if (!asking.get().isToldBy(reply.by())) {
      return new Ignore(
          Why.NOT_ALLOWED,
          "%s may not answer; %s may"
              .formatted(reply.by(), String.join(", ", asking.get().answerers())));
    }
    // What comes too late is not a yes, even if nobody has noticed yet that it is too late.
    return asking.get().isOver(draft.at())
        ? refused(draft, acting, effect, TOO_LATE)
        : told(draft, acting, effect, reply);
  }

  static Decision expired(Draft draft, Acting acting, EffectId effect) {
    var asking = asking(acting, effect);
    return asking.isPresent() && asking.get().isOver(draft.at())
        ? refused(draft, acting, effect, TOO_LATE)
        : stale("no answer is overdue for " + effect);
  }

  private static Decision refused(Draft draft, Acting acting, EffectId effect, String why) {
    return told(draft, acting, effect, new Reply(new Answer.No(why, Answer.Then.GO_ON), "time"));
  }

  private static Optional<Stage.Asking> asking(Acting acting, EffectId effect) {
    return acting
        .call(effect)
        .map(OpenCall::stage)
        .filter(Stage.Asking.class::isInstance)
        .map(Stage.Asking.class::cast);
  }

  private static Decision told(Draft draft, Acting acting, EffectId effect, Reply reply) {
    var run = acting.frame().run();
    draft.add(new Event.ApprovalAnswered(run, effect, reply.answer(), reply.by()));
    return switch (reply.answer()) {
      case Answer.Yes _ -> Turns.proceed(draft);
      case Answer.No(var reason, var then) -> {
        draft.add(new Event.ToolSettled(run, effect, denied(acting, effect, reply.by(), reason)));
        yield switch (then) {
          case GO_ON -> Turns.proceed(draft);
          case STOP -> Turns.cancelled(draft, stopped(reply.by(), reason), Text.EMPTY);
        };
      }
    };
  }

  /// A person who refuses to have an interrupted call run again has not undone it.
  private static ToolOutcome denied(Acting acting, EffectId effect, String by, String reason) {
    boolean begun = acting.call(effect).orElseThrow().stage().attempts() > 0;
    return begun
        ? new ToolOutcome.Unknown(
            "%s decided not to run it again. %s".formatted(by, reason).strip())
        : new ToolOutcome.Denied(by, reason);
  }

  private static RunOutcome.Cancelled stopped(String by, String reason) {
    return new RunOutcome.Cancelled(by, reason.isEmpty() ? "a call was refused" : reason);
  }

  /// Gives every call that was under way when the process died the end, or the new beginning, that
  /// its terms say.
  static void recoverLost(Draft draft, Running before) {
    if (!(before instanceof Acting acting)) {
      return;
    }
    var run = acting.frame().run();
    for (var call : acting.calls()) {
      if (call.stage() instanceof Stage.Probing && acting.frame().crashed().isHopeless()) {
        draft.add(new Event.ToolSettled(run, call.effect(), new ToolOutcome.Unknown(DIED)));
      }
      if (!(call.stage() instanceof Stage.Started)) {
        continue;
      }
      switch (call.planned().terms().afterCrash()) {
        case PROBE -> {}
        case RUN_AGAIN -> giveUpWhenHopeless(draft, acting.frame(), call);
        case TELL_MODEL ->
            draft.add(new Event.ToolSettled(run, call.effect(), new ToolOutcome.Unknown(DIED)));
        case ASK_PERSON -> draft.add(request(draft, call, "Run it again? " + DIED, ask(call)));
      }
    }
  }

  /// A call that takes the process down with it every time is not repeated for ever: it is settled.
  private static void giveUpWhenHopeless(Draft draft, RunFrame frame, OpenCall call) {
    int attempts = call.stage().attempts();
    if (attempts >= frame.limits().attempts()) {
      var why = "it was begun %d times and the process died each time".formatted(attempts);
      draft.add(new Event.ToolSettled(frame.run(), call.effect(), new ToolOutcome.Unknown(why)));
    }
  }

  private static void startAgain(Draft draft, RunFrame frame, OpenCall call) {
    giveUpWhenHopeless(draft, frame, call);
    int attempts = call.stage().attempts();
    if (attempts < frame.limits().attempts()) {
      draft.add(new Event.ToolStarted(frame.run(), call.effect(), attempts + 1));
    }
  }

  static void settleOpen(Draft draft, Function<OpenCall, ToolOutcome> outcome) {
    if (!(draft.state().phase() instanceof Acting acting)) {
      return;
    }
    for (var call : acting.calls()) {
      if (!call.isSettled()) {
        draft.add(new Event.ToolSettled(acting.frame().run(), call.effect(), outcome.apply(call)));
      }
    }
  }

  private static Event request(Draft draft, OpenCall call, String why, Verdict.Ask ask) {
    var within = ask.answerers().within();
    return new Event.ApprovalRequested(
        ((Acting) draft.state().phase()).frame().run(),
        call.effect(),
        call.planned().call().tool(),
        why,
        ask.grant(),
        ask.preview(),
        ask.answerers().names(),
        within == null ? null : draft.at().plus(within));
  }

  private static Verdict.Ask ask(OpenCall call) {
    return call.planned().verdict() instanceof Verdict.Ask ask
        ? ask
        : new Verdict.Ask("", "", call.planned().call().tool(), call.planned().call().arguments());
  }

  private static Decision stale(String detail) {
    return new Ignore(Why.STALE, detail);
  }
}
