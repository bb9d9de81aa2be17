package dev.drover.replay;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import org.jspecify.annotations.Nullable;

/// Events about forks, budgets, checks and denied prompts, which are the same in every phase.
final class SettingCauses {
  private SettingCauses() {}

  /// @return null if it is another kind of event
  static @Nullable ReplayCause of(SessionState state, Event first) {
    if (state.phase() instanceof SessionPhase.Unopened) {
      return null;
    }
    if (first instanceof Event.SessionForked forked) {
      return ReplayCause.of(
          new Input.Forked(
              forked.session(), forked.source(), forked.agent(), forked.workspace(), forked.by()));
    }
    if (first instanceof Event.BudgetsSet(var budgets, var by, var origin)) {
      return ReplayCause.of(new Input.BudgetsGiven(budgets, by, origin));
    }
    if (first instanceof Event.CompletionMade(var shot)) {
      return ReplayCause.of(new Input.OneShotGiven(shot));
    }
    if (first instanceof Event.VerificationRecorded(var report)
        && !(state.phase() instanceof SessionPhase.Verifying)) {
      return ReplayCause.of(new Input.VerificationGiven(report));
    }
    if (first instanceof Event.CompactionFailed(var failure)
        && failure.cause() == CompactionOutcome.Cause.ASKED) {
      return CompactionCauses.given(state, failure);
    }
    if (first instanceof Event.PromptDenied(var denial)) {
      return ReplayCause.of(new Input.DenialGiven(denial));
    }
    return first instanceof Event.BudgetWarned(var run, var payer, var measure, var limit, var used)
        ? ReplayCause.of(new Input.AccountLimitReached(run, payer, measure, limit, used))
        : null;
  }
}
