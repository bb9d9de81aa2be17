package dev.drover.runtime.replay;

import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Phase;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.ShorteningOutcome;
import org.jspecify.annotations.Nullable;

/// What is said about forks, budgets, checks and prompts that were denied: it looks the same
/// whatever else is going on.
final class SettingCauses {
  private SettingCauses() {}

  /// @return null if the event says nothing of that kind
  static @Nullable Cause of(SessionState state, Event first) {
    if (state.phase() instanceof Phase.Unopened) {
      return null;
    }
    if (first instanceof Event.SessionForked forked) {
      return Cause.of(
          new Input.Forked(
              forked.session(), forked.source(), forked.agent(), forked.workspace(), forked.by()));
    }
    if (first instanceof Event.BudgetsSet(var budgets, var by)) {
      return Cause.of(new Input.BudgetsGiven(budgets, by));
    }
    if (first instanceof Event.CompletionMade(var shot)) {
      return Cause.of(new Input.OneShotGiven(shot));
    }
    if (first instanceof Event.VerificationRecorded(var report)) {
      return Cause.of(new Input.VerificationGiven(report));
    }
    if (first instanceof Event.CompactionFailed(var failure)
        && failure.cause() == ShorteningOutcome.Cause.ASKED) {
      return CompactionCauses.given(state, failure);
    }
    if (first instanceof Event.PromptDenied(var denial)) {
      return Cause.of(new Input.DenialGiven(denial));
    }
    return first instanceof Event.BudgetWarned(var run, var payer, var measure, var limit, var used)
        ? Cause.of(new Input.AccountReached(run, payer, measure, limit, used))
        : null;
  }
}
