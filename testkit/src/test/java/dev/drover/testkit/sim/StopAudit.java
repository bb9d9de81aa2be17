package dev.drover.testkit.sim;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A stop has a name and a reason, and was really requested by that user (A6); a user who cancels
/// one run ends no other, and a stopped call is not reported as refused (B4).
final class StopAudit implements LawCheck {
  /// The name of a user who cancels one run and no other.
  static final String STOPPER = "stopper of ";

  /// The name under which a call over the budget is refused.
  private static final String BUDGET = "budget";

  /// Failures that a runtime detects by itself in these worlds.
  private static final Set<String> OWN =
      Set.of("budget_exhausted", "crash_loop", "loop_detected", "store_unavailable");

  private final OutsideRecord witness;
  private final LawViolations violations;
  private final Map<SessionId, Set<EffectId>> refusals = new HashMap<>();
  private final Map<SessionId, Integer> stops = new HashMap<>();
  private final Map<SessionId, Set<String>> stoppers = new HashMap<>();

  StopAudit(OutsideRecord witness, LawViolations violations) {
    this.witness = witness;
    this.violations = violations;
  }

  /// The number of cancels in a session.
  int stops(SessionId session) {
    return stops.getOrDefault(session, 0);
  }

  @Override
  public void appended(Journal.Append append, List<RecordedEvent> events) {
    var session = append.session();
    for (var entry : events) {
      switch (entry.event()) {
        case Event.ToolsPlanned(_, var calls) ->
            calls.stream()
                .filter(call -> call.verdict() instanceof Verdict.Deny)
                .forEach(call -> refused(session, call.effect()));
        case Event.DirectCallAccepted(_, _, var call) -> {
          if (call.verdict() instanceof Verdict.Deny) {
            refused(session, call.effect());
          }
        }
        case Event.ApprovalAnswered answered -> answered(session, answered);
        case Event.TaskEnded(var child, var status, _) -> {
          if (status == TaskStatus.CANCELLED) {
            stopped(child, session.value());
          }
        }
        case Event.ToolSettled settled -> settled(session, settled);
        case Event.RunFinished finished -> finished(session, finished);
        case Event.OfSession _, Event.OfRun _ -> {}
      }
    }
  }

  private void refused(SessionId session, EffectId effect) {
    refusals.computeIfAbsent(session, _ -> new HashSet<>()).add(effect);
  }

  private void stopped(SessionId session, String by) {
    stoppers.computeIfAbsent(session, _ -> new HashSet<>()).add(by);
  }

  private void answered(SessionId session, Event.ApprovalAnswered answered) {
    if (answered.answer() instanceof ApprovalAnswer.No(_, var then)) {
      refused(session, answered.effect());
      if (then == ApprovalAnswer.OnDenial.STOP) {
        stopped(session, answered.by());
      }
    }
  }

  private void settled(SessionId session, Event.ToolSettled settled) {
    switch (settled.outcome()) {
      case ToolOutcome.Denied(var by, _) ->
          violations.require(
              by.equals(BUDGET)
                  || refusals.getOrDefault(session, Set.of()).contains(settled.effect()),
              "B4",
              "session %s, no user refused the call in %s",
              session,
              settled);
      case ToolOutcome.Cancelled cancelled -> {
        stops.merge(session, 1, Integer::sum);
        cancelled.person().ifPresent(by -> requireIntendedRun(session, settled.run(), by));
      }
      case ToolOutcome.Succeeded _,
          ToolOutcome.Failed _,
          ToolOutcome.Refused _,
          ToolOutcome.Unknown _ -> {}
    }
  }

  private void finished(SessionId session, Event.RunFinished finished) {
    switch (finished.outcome()) {
      case RunOutcome.Cancelled(var by, var why) -> {
        stops.merge(session, 1, Integer::sum);
        violations.require(!why.isBlank(), "A6", "session %s, no reason in %s", session, finished);
        requireKnownStopper(session, by, finished);
        requireIntendedRun(session, finished.run(), by);
      }
      case RunOutcome.Failed(var failure, _) -> requireTyped(session, failure);
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> {}
    }
  }

  private void requireKnownStopper(SessionId session, String by, Event.RunFinished finished) {
    violations.require(
        witness.isStopper(session, by) || stoppers.getOrDefault(session, Set.of()).contains(by),
        "A6",
        "session %s, no user ended the run in %s",
        session,
        finished);
  }

  private void requireIntendedRun(SessionId session, RunId run, String by) {
    violations.require(
        !by.startsWith(STOPPER) || by.equals(STOPPER + run),
        "B4",
        "session %s, %s has ended run %s",
        session,
        by,
        run);
  }

  private void requireTyped(SessionId session, Failure failure) {
    var problem = failure.problem();
    violations.require(
        !problem.title().isBlank()
            && !problem.detail().isBlank()
            && !problem.remedy().isBlank()
            && (OWN.contains(problem.code()) || witness.hasFailed(failure)),
        "A6",
        "session %s, nothing has failed so: %s",
        session,
        failure);
  }
}
