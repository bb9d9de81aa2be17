package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The decisions about single tool calls: asking, starting, settling, recovering. They are the same
/// for calls of a turn and of the host; [TurnDecisions] has the consequences for a run.
final class ToolCallDecisions {
  private static final String DIED =
      "the process died while the call was under way; it may have happened";

  private static final String TOO_LATE = "nobody answered in time";

  private ToolCallDecisions() {}

  /// The answer of a person, with the person's name.
  private record Reply(ApprovalAnswer answer, String by) {}

  static Decision decide(Draft draft, Input.OfCall about) {
    var found = draft.state().openCallContext(about.effect());
    if (found.isEmpty()) {
      return stale(whyNotOpen(draft.state().phase(), about));
    }
    var site = found.get();
    return switch (about) {
      case Input.FilesAnnounced(_, var changes) -> announced(draft, site, changes);
      case Input.WorkspaceCaptured(_, var look) ->
          site.call().isRunning()
              ? draft.add(new Event.WorkspaceKept(site.run(), site.effect(), look)).commit()
              : notRunning(site);
      case Input.ToolAnswered answered -> answered(draft, site, answered);
      case Input.ToolDeferred deferred -> deferred(draft, site, deferred);
      case Input.ToolAsked asked -> QuestionDecisions.asked(draft, site, asked);
      case Input.AnswerGiven given -> QuestionDecisions.answered(draft, site, given);
      case Input.DeferredNewsGiven given -> news(draft, site, given);
      case Input.HandedOff handed -> HandOffDecisions.answered(draft, site, handed);
      case Input.TaskAnnounced announced -> TaskDecisions.announced(draft, site, announced);
      case Input.DeferredCallCompleted given -> completed(draft, site, given);
      case Input.DeferredCallExpired _ -> overdue(draft, site);
      case Input.ToolProbed probed -> probed(draft, site, probed);
      case Input.ApprovalGiven(_, var answer, var by) ->
          approved(draft, site, new Reply(answer, by));
      case Input.ApprovalExpired _ -> expired(draft, site);
      case Input.CallCancelled(_, var by) -> cancelled(draft, site, by);
    };
  }

  private static String whyNotOpen(SessionPhase phase, Input.OfCall about) {
    return switch (phase) {
      case SessionPhase.Unopened _, SessionPhase.Idle _ -> "the run it belongs to is over";
      case SessionPhase.Thinking _ -> "no call is open, the model is being asked";
      case SessionPhase.Verifying _ -> "no call is open, the required checks are carried out";
      case SessionPhase.Acting _ -> "no call is open under " + about.effect();
    };
  }

  /// Records the first event of a call, if its verdict requires one.
  static void open(Draft draft, OpenCallContext site) {
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

  /// Starts a call, unless a budget refuses it: then the model sees the refusal.
  ///
  /// @return whether it was started
  static boolean startIfPaid(Draft draft, OpenCallContext site) {
    var refusal = BudgetRules.refusal(draft, site.call());
    if (refusal == null) {
      start(draft, site.run(), site.call());
      return true;
    }
    settle(draft, site, refusal);
    return false;
  }

  static void settle(Draft draft, OpenCallContext site, ToolOutcome outcome) {
    settle(draft, new Event.ToolSettled(site.run(), site.effect(), outcome));
  }

  static void settle(Draft draft, Event.ToolSettled settled) {
    draft.add(settled);
    TaskDecisions.settled(draft, settled.effect(), settled.outcome());
  }

  private static Decision announced(Draft draft, OpenCallContext site, List<FileChange> changes) {
    return site.call().isRunning()
        ? touched(draft, site.run(), site.effect(), changes)
        : notRunning(site);
  }

  /// Also for a call that was settled meanwhile and whose run has ended: its changes are recorded.
  static Decision recordFoundChanges(Draft draft, Input.FilesFound found) {
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
    // A running call reports by its outcome that it was checked; for an interrupted one there would
    // be no record.
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

  private static Decision answered(Draft draft, OpenCallContext site, Input.ToolAnswered answered) {
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
    return TurnDecisions.proceed(draft);
  }

  private static Decision deferred(Draft draft, OpenCallContext site, Input.ToolDeferred deferred) {
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
            deferred.terms().slot(),
            firstLook(draft, deferred.terms().inquiry())));
    return TurnDecisions.proceed(draft);
  }

  private static @Nullable DeferredLook firstLook(
      Draft draft, ToolDeferral.@Nullable Inquiry inquiry) {
    return inquiry == null
        ? null
        : new DeferredLook(inquiry.handle(), draft.at().plus(inquiry.first()));
  }

  private static Decision news(Draft draft, OpenCallContext site, Input.DeferredNewsGiven given) {
    if (!(site.call().stage() instanceof Stage.Deferred away && away.look() != null)) {
      return stale("no news are awaited of " + site.effect());
    }
    switch (given.news()) {
      case DeferredCallNews.StillWorking(var progress, var next) ->
          draft.add(
              new Event.DeferredCallChecked(
                  site.run(), site.effect(), progress, draft.at().plus(next)));
      case DeferredCallNews.Ended(var outcome) ->
          settle(
              draft,
              new Event.ToolSettled(
                  site.run(),
                  site.effect(),
                  outcome,
                  site.call().labelsWith(given.labels()),
                  null,
                  given.marks()));
      case DeferredCallNews.Gone(var why) -> settle(draft, site, new ToolOutcome.Unknown(why));
    }
    return TurnDecisions.proceed(draft);
  }

  /// Accepted from the first attempt on, not only once the tool has returned: the holder of the key
  /// may be faster than the tool, and the process of the tool may be gone. Also accepted after the
  /// deadline if the call is still open: the outcome may have waited for a process to take it.
  private static Decision completed(
      Draft draft, OpenCallContext site, Input.DeferredCallCompleted given) {
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
    return TurnDecisions.proceed(draft);
  }

  private static Decision overdue(Draft draft, OpenCallContext site) {
    if (!(site.call().stage() instanceof Stage.Deferred away && away.isOver(draft.at()))) {
      return stale("no outcome is overdue for " + site.effect());
    }
    settle(
        draft,
        site,
        new ToolOutcome.Unknown(
            "nobody said until %s how it ended; it may have happened".formatted(away.until())));
    return TurnDecisions.proceed(draft);
  }

  private static Decision cancelled(Draft draft, OpenCallContext site, String by) {
    if (site.call().isSettled()) {
      return stale(site.effect() + " has ended");
    }
    settle(draft, site, ToolOutcome.Cancelled.by(by));
    return TurnDecisions.proceed(draft);
  }

  private static Decision probed(Draft draft, OpenCallContext site, Input.ToolProbed probed) {
    if (!(site.call().stage() instanceof Stage.Probing)) {
      return stale("nothing is being found out about " + site.effect());
    }
    switch (probed.finding()) {
      case ProbeResult.Happened(var outcome) ->
          settle(
              draft,
              new Event.ToolSettled(
                  site.run(), site.effect(), outcome, List.of(), null, probed.marks()));
      case ProbeResult.DidNotHappen _ -> startAgain(draft, site);
      case ProbeResult.CannotTell(var why) -> settle(draft, site, new ToolOutcome.Unknown(why));
    }
    return TurnDecisions.proceed(draft);
  }

  private static Decision approved(Draft draft, OpenCallContext site, Reply reply) {
    if (!(site.call().stage() instanceof Stage.AwaitingApproval asking)) {
      return stale("nobody is being asked about " + site.effect());
    }
    if (!asking.isAnswerableBy(reply.by())) {
      return new Ignore(
          Why.NOT_ALLOWED,
          "%s may not answer; %s may".formatted(reply.by(), String.join(", ", asking.answerers())));
    }
    // A late answer is not an approval, even if the deadline was not processed yet.
    return answerApproval(draft, site, asking.isOver(draft.at()) ? tooLate() : reply);
  }

  private static Decision expired(Draft draft, OpenCallContext site) {
    return switch (site.call().stage()) {
      case Stage.AwaitingApproval asking when asking.isOver(draft.at()) ->
          answerApproval(draft, site, tooLate());
      case Stage.AwaitingAnswer asking when asking.isOver(draft.at()) ->
          QuestionDecisions.expired(draft, site, asking);
      case Stage.AwaitingApproval _,
          Stage.AwaitingAnswer _,
          Stage.Ready _,
          Stage.Started _,
          Stage.Deferred _,
          Stage.Probing _,
          Stage.Settled _ ->
          stale("no answer is overdue for " + site.effect());
    };
  }

  private static Reply tooLate() {
    return new Reply(new ApprovalAnswer.No(TOO_LATE, ApprovalAnswer.OnDenial.GO_ON), "time");
  }

  private static Decision answerApproval(Draft draft, OpenCallContext site, Reply reply) {
    draft.add(new Event.ApprovalAnswered(site.run(), site.effect(), reply.answer(), reply.by()));
    return switch (reply.answer()) {
      case ApprovalAnswer.Yes _ -> TurnDecisions.proceed(draft);
      case ApprovalAnswer.No(var reason, var then) -> {
        settle(draft, site, denied(site, reply.by(), reason));
        yield then == ApprovalAnswer.OnDenial.STOP && draft.state().isRunning(site.run())
            ? TurnDecisions.cancelled(draft, stopped(reply.by(), reason), Text.EMPTY)
            : TurnDecisions.proceed(draft);
      }
    };
  }

  /// A person who refuses to repeat an interrupted call has not undone it.
  private static ToolOutcome denied(OpenCallContext site, String by, String reason) {
    return site.call().stage().attempts() > 0
        ? new ToolOutcome.Unknown(
            "%s decided not to run it again. %s".formatted(by, reason).strip())
        : new ToolOutcome.Denied(by, reason);
  }

  private static RunOutcome.Cancelled stopped(String by, String reason) {
    return new RunOutcome.Cancelled(by, reason.isEmpty() ? "a call was refused" : reason);
  }

  /// Settles or restarts a call that was in progress when its process died or left, according to
  /// its terms.
  static void recover(Draft draft, OpenCallContext site, TakeoverCause cause) {
    var call = site.call();
    boolean isCrash = cause == TakeoverCause.CRASH;
    if (call.stage() instanceof Stage.Probing && site.isCrashLoopNext() && isCrash) {
      settle(draft, site, new ToolOutcome.Unknown(DIED));
    }
    if (!(call.stage() instanceof Stage.Started)) {
      return;
    }
    switch (call.planned().terms().afterCrash()) {
      case PROBE -> {}
      case RUN_AGAIN -> {
        if (isCrash) {
          settleIfCrashLoop(draft, site);
        }
      }
      case TELL_MODEL -> settle(draft, site, new ToolOutcome.Unknown(DIED));
      case ASK_PERSON -> draft.add(request(draft, site, "Run it again? " + DIED, ask(call)));
    }
  }

  /// A call that crashes its process every time is not repeated for ever: it is settled.
  private static void settleIfCrashLoop(Draft draft, OpenCallContext site) {
    int attempts = site.call().begun();
    if (attempts >= site.attempts()) {
      var why = "it was begun %d times and the process died each time".formatted(attempts);
      settle(draft, site, new ToolOutcome.Unknown(why));
    }
  }

  private static void startAgain(Draft draft, OpenCallContext site) {
    settleIfCrashLoop(draft, site);
    if (site.call().begun() < site.attempts()) {
      start(draft, site.run(), site.call());
    }
  }

  static ToolOutcome whenClosed(OpenCall call) {
    return call.stage().attempts() > 0
        ? new ToolOutcome.Unknown("the process died while the call was under way")
        : new ToolOutcome.Cancelled("the process died before the call was started");
  }

  private static Event request(Draft draft, OpenCallContext site, String why, Verdict.Ask ask) {
    var within = ask.answerers().timeout();
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

  static Decision notRunning(OpenCallContext site) {
    return stale("no call is running under " + site.effect());
  }

  static Decision stale(String detail) {
    return new Ignore(Why.STALE, detail);
  }
}
