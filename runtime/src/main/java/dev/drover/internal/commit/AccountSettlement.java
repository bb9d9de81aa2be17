package dev.drover.internal.commit;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.BudgetRules;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.store.Catalog;
import org.jspecify.annotations.Nullable;

/// Derives from an event what changes on the account of its session: the reservation of a call is
/// released, and its actual use is counted. The change becomes durable with the event, so it
/// happens exactly once.
final class AccountSettlement {
  private AccountSettlement() {}

  /// @param before the state before the commit of this entry
  static Catalog.@Nullable Change of(SessionState before, RecordedEvent entry) {
    var account =
        entry.event() instanceof Event.CompletionMade(var shot)
            ? shot.budgets().account()
            : before.totals().spending().budgets().account();
    return account == null ? null : of(before, entry, account);
  }

  private static Catalog.@Nullable Change of(
      SessionState before, RecordedEvent entry, BudgetSet.SharedAccount account) {
    return switch (entry.event()) {
      case Event.ModelReplied(_, var effect, var reply) ->
          settled(account, effect, before.totals().spending().costOf(reply.usage()));
      case Event.ModelReplaced(_, var effect, _, _, _) ->
          settled(account, effect, BudgetAmount.NONE);
      case Event.HistoryCompacted(var shortening) -> compacted(before, account, shortening);
      case Event.CompletionMade(var shot) -> settled(account, null, shot.cost());
      case Event.CompactionDenied _ ->
          before.phase() instanceof SessionPhase.Thinking thinking
              ? settled(account, thinking.effect(), BudgetAmount.NONE)
              : null;
      case Event.CompactionFailed(var failure) ->
          settled(account, awaited(before, failure.cause()), costOf(before, failure));
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) ->
          before
              .call(effect)
              .filter(call -> call.stage().attempts() > 0)
              .map(call -> settled(account, effect, BudgetRules.costOf(call, outcome)))
              .orElse(null);
      case Event.RunFinished(var run, _, _) when before.isRunning(run) ->
          settled(
              account,
              before.phase() instanceof SessionPhase.Thinking thinking ? thinking.effect() : null,
              BudgetAmount.ofTime(BudgetRules.elapsed(before, entry.at())));
      case Event.BudgetWarned(_, var payer, var measure, var limit, _)
          when payer.equals(account.payer()) ->
          new Catalog.Change.AccountWarned(account.name(), measure, limit);
      case Event.OfRun _, Event.OfSession _ -> null;
    };
  }

  /// Releases the reservation of the call that preceded the compaction.
  private static Catalog.@Nullable Change compacted(
      SessionState before, BudgetSet.SharedAccount account, CompactionOutcome.Applied shortening) {
    var cost =
        shortening.hasSummary() ? before.totals().spending().costOf(shortening) : BudgetAmount.NONE;
    if (before.phase() instanceof SessionPhase.Thinking thinking) {
      return settled(account, thinking.effect(), cost);
    }
    return shortening.hasSummary() ? settled(account, before.position().nextEffect(), cost) : null;
  }

  /// The call that was to summarize. A compaction that was requested during a run has none: its
  /// former id belongs to another call.
  private static @Nullable EffectId awaited(SessionState before, CompactionOutcome.Cause cause) {
    return switch (before.phase()) {
      case SessionPhase.Thinking thinking when cause != CompactionOutcome.Cause.ASKED ->
          thinking.effect();
      case SessionPhase.Idle _ -> before.position().nextEffect();
      case SessionPhase.Thinking _,
          SessionPhase.Verifying _,
          SessionPhase.Acting _,
          SessionPhase.Unopened _ ->
          null;
    };
  }

  private static BudgetAmount costOf(SessionState before, CompactionOutcome outcome) {
    return outcome.usage().equals(Usage.NONE)
        ? BudgetAmount.NONE
        : before.totals().spending().costOf(outcome);
  }

  private static Catalog.Change settled(
      BudgetSet.SharedAccount account, @Nullable EffectId effect, BudgetAmount spent) {
    return new Catalog.Change.AccountSettled(account.name(), effect, spent);
  }
}
