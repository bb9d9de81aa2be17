package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.OpenCall.Stage;
import java.util.List;

/// The decisions about single tool calls: asking, starting, settling, recovering. It is the same
/// for calls of a turn and for those that the host made; what follows for a run is in [Turns].
final class Calls {
  private static final String DIED =
      "the process died while the call was under way; it may have happened";

  private static final String TOO_LATE = "nobody answered in time";

  private Calls() {}

  /// What a person said, and who it was.
  private record Reply(Answer answer, String by) {}

  static Decision decide(Draft draft, Input.OfCall about) {
    var found = draft.state().site(about.effect());
    if (found.isEmpty()) {
      return stale(whyNone(draft.state().phase(), about));
    }
    var site = found.get();
    return switch (about) {
      case Input.FilesAnnounced(_, var changes) -> announced(draft, site, changes);
      case Input.WorkspaceLooked(_, var look) ->
          site.call().isRunning()
              ? draft.add(new Event.WorkspaceKept(site.run(), site.effect(), look)).commit()
              : notRunning(site);
      case Input.ToolAnswered answered -> answered(draft, site, answered);
      case Input.ToolDeferred deferred -> deferred(draft, site, deferred);
      case Input.HandedOff handed -> Succession.answered(draft, site, handed);
      case Input.TaskAnnounced announced -> Tasks.announced(draft, site, announced);
      case Input.CompletionGiven given -> completed(draft, site, given);
      case Input.CompletionOverdue _ -> overdue(draft, site);
      case Input.ToolProbed probed -> probed(draft, site, probed);
      case Input.ApprovalGiven(_, var answer, var by) ->
          approved(draft, site, new Reply(answer, by));
      case Input.ApprovalExpired _ -> expired(draft, site);
      case Input.CallCancelled(_, var by) -> cancelled(draft, site, by);
    };
  }

  private static String whyNone(Phase phase, Input.OfCall about) {
    return switch (phase) {
      case Phase.Unopened _, Phase.Idle _ -> "the run it belongs to is over";
      case Phase.Thinking _ -> "no call is open, the model is being asked";
      case Phase.Acting _ -> "no call is open under " + about.effect();
    };
  }

  /// Gives a call its first fact, where its verdict calls for one.
  static void open(Draft draft, CallSite site) {
    switch (site.call().planned().verdict()) {
      case Verdict.Allow _ -> {}
      case Verdict.Ask ask -> draft.add(request(draft, site, ask.why(), ask));
      case Verdict.Deny(var rule, var why) ->
          settle(draft, site, new ToolOutcome.Denied(rule, why));
      case Verdict.Reject(var reason) -> settle(draft, site, new ToolOutcome.Refused(reason));
    }
  }

  static void start(Draft draft, RunId run, OpenCall call) {
    draft.add(new Event.ToolStarted(run, call.effect(), call.stage().attempts() + 1));
  }

  /// Starts a call, unless a budget stands against it: then the model is told.
  ///
  /// @return whether it was started
  static boolean startIfPaid(Draft draft, CallSite site) {
    var refusal = Budgeting.refusal(draft, site.call());
    if (refusal == null) {
      start(draft, site.run(), site.call());
      return true;
    }
    settle(draft, site, refusal);
    return false;
  }

  static void settle(Draft draft, CallSite site, ToolOutcome outcome) {
    settle(draft, new Event.ToolSettled(site.run(), site.effect(), outcome));
  }

  private static void settle(Draft draft, Event.ToolSettled settled) {
    draft.add(settled);
    Tasks.settled(draft, settled.effect(), settled.outcome());
  }

  private static Decision announced(Draft draft, CallSite site, List<FileChange> changes) {
    return site.call().isRunning()
        ? touched(draft, site.run(), site.effect(), changes)
        : notRunning(site);
  }

  /// Also when the call was settled meanwhile, and its run is over: what happened is recorded.
  static Decision found(Draft draft, Input.FilesFound found) {
    var effect = found.effect();
    if (effect.ordinal() > draft.state().position().effects()) {
      return stale("nothing was ever begun under " + effect);
    }
    boolean runs =
        draft
            .state()
            .call(effect)
            .map(OpenCall::stage)
            .filter(Stage.Started.class::isInstance)
            .isPresent();
    // A call that runs tells by its outcome that it was looked at; of one that was cut off nobody
    // would know.
    return found.changes().isEmpty() && !runs
        ? draft.add(new Event.FilesTouched(found.run(), effect, List.of())).commit()
        : touched(draft, found.run(), effect, found.changes());
  }

  private static Decision touched(
      Draft draft, RunId run, EffectId effect, List<FileChange> changes) {
    if (changes.isEmpty()) {
      return new Ignore(Why.NOTHING_TO_DO, "no file is touched");
    }
    for (int from = 0; from < changes.size(); from += Event.FilesTouched.MOST) {
      int to = Math.min(changes.size(), from + Event.FilesTouched.MOST);
      draft.add(new Event.FilesTouched(run, effect, changes.subList(from, to)));
    }
    return draft.commit();
  }

  private static Decision answered(Draft draft, CallSite site, Input.ToolAnswered answered) {
    if (!site.call().isRunning()) {
      return notRunning(site);
    }
    settle(
        draft,
        new Event.ToolSettled(
            site.run(),
            site.effect(),
            answered.outcome(),
            answered.labels(),
            null,
            answered.marks()));
    return Turns.proceed(draft);
  }

  private static Decision deferred(Draft draft, CallSite site, Input.ToolDeferred deferred) {
    if (!(site.call().stage() instanceof Stage.Started)) {
      return notRunning(site);
    }
    var within = deferred.terms().within();
    draft.add(
        new Event.ToolDeferred(
            site.run(),
            site.effect(),
            within == null ? null : draft.at().plus(within),
            deferred.labels(),
            deferred.terms().room()));
    return Turns.proceed(draft);
  }

  /// Taken from the first attempt on, not only once the tool has returned: whoever has the key may
  /// be faster than the tool, and the process of the tool may be gone. Taken also when it is late
  /// and nobody has given up yet: it may have waited for somebody to come and take it.
  private static Decision completed(Draft draft, CallSite site, Input.CompletionGiven given) {
    var call = site.call();
    if (call.isSettled() || call.stage().attempts() == 0) {
      return notRunning(site);
    }
    settle(
        draft,
        new Event.ToolSettled(
            site.run(),
            site.effect(),
            given.outcome(),
            call.labelsWith(given.labels()),
            given.by()));
    return Turns.proceed(draft);
  }

  private static Decision overdue(Draft draft, CallSite site) {
    if (!(site.call().stage() instanceof Stage.Away away && away.isOver(draft.at()))) {
      return stale("no outcome is overdue for " + site.effect());
    }
    settle(
        draft,
        site,
        new ToolOutcome.Unknown(
            "nobody said until %s how it ended; it may have happened".formatted(away.until())));
    return Turns.proceed(draft);
  }

  private static Decision cancelled(Draft draft, CallSite site, String by) {
    if (site.call().isSettled()) {
      return stale(site.effect() + " has ended");
    }
    settle(draft, site, ToolOutcome.Cancelled.by(by));
    return Turns.proceed(draft);
  }

  private static Decision probed(Draft draft, CallSite site, Input.ToolProbed probed) {
    if (!(site.call().stage() instanceof Stage.Probing)) {
      return stale("nothing is being found out about " + site.effect());
    }
    switch (probed.finding()) {
      case Finding.Happened(var outcome) ->
          settle(
              draft,
              new Event.ToolSettled(
                  site.run(), site.effect(), outcome, List.of(), null, probed.marks()));
      case Finding.DidNotHappen _ -> startAgain(draft, site);
      case Finding.CannotTell(var why) -> settle(draft, site, new ToolOutcome.Unknown(why));
    }
    return Turns.proceed(draft);
  }

  private static Decision approved(Draft draft, CallSite site, Reply reply) {
    if (!(site.call().stage() instanceof Stage.Asking asking)) {
      return stale("nobody is being asked about " + site.effect());
    }
    if (!asking.isToldBy(reply.by())) {
      return new Ignore(
          Why.NOT_ALLOWED,
          "%s may not answer; %s may".formatted(reply.by(), String.join(", ", asking.answerers())));
    }
    // What comes too late is not a yes, even if nobody has noticed yet that it is too late.
    return told(draft, site, asking.isOver(draft.at()) ? tooLate() : reply);
  }

  private static Decision expired(Draft draft, CallSite site) {
    return site.call().stage() instanceof Stage.Asking asking && asking.isOver(draft.at())
        ? told(draft, site, tooLate())
        : stale("no answer is overdue for " + site.effect());
  }

  private static Reply tooLate() {
    return new Reply(new Answer.No(TOO_LATE, Answer.Then.GO_ON), "time");
  }

  private static Decision told(Draft draft, CallSite site, Reply reply) {
    draft.add(new Event.ApprovalAnswered(site.run(), site.effect(), reply.answer(), reply.by()));
    return switch (reply.answer()) {
      case Answer.Yes _ -> Turns.proceed(draft);
      case Answer.No(var reason, var then) -> {
        settle(draft, site, denied(site, reply.by(), reason));
        yield then == Answer.Then.STOP && draft.state().isRunning(site.run())
            ? Turns.cancelled(draft, stopped(reply.by(), reason), Text.EMPTY)
            : Turns.proceed(draft);
      }
    };
  }

  /// A person who refuses to have an interrupted call run again has not undone it.
  private static ToolOutcome denied(CallSite site, String by, String reason) {
    return site.call().stage().attempts() > 0
        ? new ToolOutcome.Unknown(
            "%s decided not to run it again. %s".formatted(by, reason).strip())
        : new ToolOutcome.Denied(by, reason);
  }

  private static RunOutcome.Cancelled stopped(String by, String reason) {
    return new RunOutcome.Cancelled(by, reason.isEmpty() ? "a call was refused" : reason);
  }

  /// Gives a call that was under way when the process died or left the end, or the new beginning,
  /// that its terms say.
  static void recover(Draft draft, CallSite site, TakeoverCause cause) {
    var call = site.call();
    boolean isCrash = cause == TakeoverCause.CRASH;
    if (call.stage() instanceof Stage.Probing && site.isHopeless() && isCrash) {
      settle(draft, site, new ToolOutcome.Unknown(DIED));
    }
    if (!(call.stage() instanceof Stage.Started)) {
      return;
    }
    switch (call.planned().terms().afterCrash()) {
      case PROBE -> {}
      case RUN_AGAIN -> {
        if (isCrash) {
          giveUpWhenHopeless(draft, site);
        }
      }
      case TELL_MODEL -> settle(draft, site, new ToolOutcome.Unknown(DIED));
      case ASK_PERSON -> draft.add(request(draft, site, "Run it again? " + DIED, ask(call)));
    }
  }

  /// A call that takes the process down with it every time is not repeated for ever: it is settled.
  private static void giveUpWhenHopeless(Draft draft, CallSite site) {
    int attempts = site.call().stage().attempts();
    if (attempts >= site.attempts()) {
      var why = "it was begun %d times and the process died each time".formatted(attempts);
      settle(draft, site, new ToolOutcome.Unknown(why));
    }
  }

  private static void startAgain(Draft draft, CallSite site) {
    giveUpWhenHopeless(draft, site);
    if (site.call().stage().attempts() < site.attempts()) {
      start(draft, site.run(), site.call());
    }
  }

  static ToolOutcome whenClosed(OpenCall call) {
    return call.stage().attempts() > 0
        ? new ToolOutcome.Unknown("the process died while the call was under way")
        : new ToolOutcome.Cancelled("the process died before the call was started");
  }

  private static Event request(Draft draft, CallSite site, String why, Verdict.Ask ask) {
    var within = ask.answerers().within();
    return new Event.ApprovalRequested(
        site.run(),
        site.effect(),
        site.call().planned().call().tool(),
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

  private static Decision notRunning(CallSite site) {
    return stale("no call is running under " + site.effect());
  }

  private static Decision stale(String detail) {
    return new Ignore(Why.STALE, detail);
  }
}
