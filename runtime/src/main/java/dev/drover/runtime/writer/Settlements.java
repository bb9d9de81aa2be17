package dev.drover.runtime.writer;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budgeting;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.Usage;
import dev.drover.spi.store.Change;
import org.jspecify.annotations.Nullable;

/// Says what an event means for the account that its session draws on: what was set aside for a
/// call is given back, and what it really came to is counted. It becomes durable with the event, so
/// it happens as often as the event does, which is once.
final class Settlements {
  private Settlements() {}

  /// @param before the state that the commit of this entry found
  static @Nullable Change of(SessionState before, Recorded entry) {
    var account =
        entry.event() instanceof Event.CompletionMade(var shot)
            ? shot.budgets().account()
            : before.totals().spending().budgets().account();
    return account == null ? null : of(before, entry, account);
  }

  private static @Nullable Change of(SessionState before, Recorded entry, Budgets.Shared account) {
    return switch (entry.event()) {
      case Event.ModelReplied(_, var effect, var reply) ->
          settled(account, effect, before.totals().spending().costOf(reply.usage()));
      case Event.ModelReplaced(_, var effect, _, _, _) -> settled(account, effect, Amount.NONE);
      case Event.HistoryCompacted(var shortening) -> compacted(before, account, shortening);
      case Event.CompletionMade(var shot) -> settled(account, null, shot.cost());
      case Event.CompactionDenied _ ->
          before.phase() instanceof Phase.Thinking thinking
              ? settled(account, thinking.effect(), Amount.NONE)
              : null;
      case Event.CompactionFailed(var failure) ->
          settled(account, awaited(before, failure.cause()), costOf(before, failure));
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) ->
          before
              .call(effect)
              .filter(call -> call.stage().attempts() > 0)
              .map(call -> settled(account, effect, Budgeting.costOf(call, outcome)))
              .orElse(null);
      case Event.RunFinished(var run, _, _) when before.isRunning(run) ->
          settled(
              account,
              before.phase() instanceof Phase.Thinking thinking ? thinking.effect() : null,
              Amount.ofTime(Budgeting.elapsed(before, entry.at())));
      case Event.BudgetWarned(_, var payer, var measure, var limit, _)
          when payer.equals(account.payer()) ->
          new Change.AccountWarned(account.name(), measure, limit);
      case Event.OfRun _, Event.OfSession _ -> null;
    };
  }

  /// What was set aside for the call that it came before is free again.
  private static @Nullable Change compacted(
      SessionState before, Budgets.Shared account, Shortening shortening) {
    var cost =
        shortening.isSummedUp() ? before.totals().spending().costOf(shortening) : Amount.NONE;
    if (before.phase() instanceof Phase.Thinking thinking) {
      return settled(account, thinking.effect(), cost);
    }
    return shortening.isSummedUp() ? settled(account, before.position().nextEffect(), cost) : null;
  }

  /// The call that was to sum up. What somebody asked for while a run is going has none: the name
  /// that it had is another call's.
  private static @Nullable EffectId awaited(SessionState before, ShorteningOutcome.Cause cause) {
    return switch (before.phase()) {
      case Phase.Thinking thinking when cause != ShorteningOutcome.Cause.ASKED -> thinking.effect();
      case Phase.Idle _ -> before.position().nextEffect();
      case Phase.Thinking _, Phase.Acting _, Phase.Unopened _ -> null;
    };
  }

  private static Amount costOf(SessionState before, ShorteningOutcome outcome) {
    return outcome.usage().equals(Usage.NONE)
        ? Amount.NONE
        : before.totals().spending().costOf(outcome);
  }

  private static Change settled(Budgets.Shared account, @Nullable EffectId effect, Amount spent) {
    return new Change.AccountSettled(account.name(), effect, spent);
  }
}
