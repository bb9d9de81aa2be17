package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The effects of budgets: which calls are begun, which warnings are given, when a run ends.
///
/// The budgets of a run and of its session need no reservations of their own. One writer decides
/// for both, so an open call is in the state, and counts, before the next one is decided. An
/// account is shared with others: its owner makes the reservations and reports them as inputs.
public final class BudgetRules {
  private static final BudgetScope RUN = new BudgetScope.OfRun();
  private static final BudgetScope SESSION = new BudgetScope.OfSession();

  /// The minimum need of any call.
  private static final BudgetAmount A_CALL = new BudgetAmount(1, 1, 1, 1, 1);

  private static final String ADVICE =
      ". The call was not made. Answer with what you have, and say what is missing.";

  private BudgetRules() {}

  /// The amount used by the current run so far, open calls included.
  public static BudgetAmount usedByRun(SessionState state, Instant now) {
    var spending = state.totals().spending();
    return state.running().isEmpty()
        ? BudgetAmount.NONE
        : spending.run().plus(new BudgetAmount(0, 0, 0, openOfRun(state), elapsed(state, now)));
  }

  /// The amount used by the session so far, open calls included.
  public static BudgetAmount usedBySession(SessionState state, Instant now) {
    int open = openOfRun(state);
    for (var call : state.direct()) {
      open += BudgetUsage.isCharged(call.open()) ? 1 : 0;
    }
    return state
        .totals()
        .spending()
        .session()
        .plus(new BudgetAmount(0, 0, 0, open, elapsed(state, now)));
  }

  private static int openOfRun(SessionState state) {
    return state.phase() instanceof Acting(_, var calls) ? BudgetUsage.charged(calls) : 0;
  }

  /// The working time of the current run in milliseconds.
  public static long elapsed(SessionState state, Instant now) {
    if (state.running().isEmpty() || !state.totals().spending().isCounting()) {
      return 0;
    }
    return state
        .totals()
        .spending()
        .clock()
        .read(isWaitingForPerson(state) ? state.position().at() : now);
  }

  /// Whether the run waits only for people.
  private static boolean isWaitingForPerson(SessionState state) {
    return state.phase() instanceof Acting acting && acting.running() == 0;
  }

  /// The limit of the run or its session that a call with this need might exceed.
  public static Optional<BudgetShortfall> shortfall(
      SessionState state, BudgetAmount need, Instant now) {
    var spending = state.totals().spending();
    if (!spending.isCounting()) {
      return Optional.empty();
    }
    var ofRun = spending.budgets().run().shortfall(RUN, usedByRun(state, now), need);
    return ofRun.isPresent()
        ? ofRun
        : spending.budgets().session().shortfall(SESSION, usedBySession(state, now), need);
  }

  /// The limit that a call outside of any run might exceed.
  ///
  /// @param budgets that apply to the call: before the first run, others than the session's
  public static Optional<BudgetShortfall> shortfallOutsideRun(
      SessionState state, BudgetSet budgets, BudgetAmount need, Instant now) {
    return budgets.session().shortfall(SESSION, usedBySession(state, now), need);
  }

  /// The outcome that the model sees for a call that is not begun.
  ///
  /// @param why such as [BudgetShortfall#describe]
  /// @param attempt above 1 if a crash interrupted the call before it was paid for, or its
  ///   reservation was given to others
  public static ToolOutcome refused(String why, int attempt) {
    return new ToolOutcome.Denied(
        BudgetUsage.RULE,
        why + (attempt > 1 ? ". A crash cut it off, and it may have happened" : "") + ADVICE);
  }

  /// The cost of a started call that has ended with this outcome.
  public static BudgetAmount costOf(OpenCall started, ToolOutcome outcome) {
    return BudgetUsage.isRefusal(started, outcome)
        ? BudgetAmount.NONE
        : BudgetAmount.ofToolCalls(1);
  }

  /// The outcome of a call that must not be started; null if it may start.
  static @Nullable ToolOutcome refusal(Draft draft, OpenCall call) {
    // A call that is restarted after a crash has been paid for.
    if (call.stage().attempts() > 0 || !draft.state().totals().spending().isCounting()) {
      return null;
    }
    return shortfall(draft.state(), BudgetAmount.TOOL_CALL, draft.at())
        .map(shortfall -> refused(shortfall.describe(), 1))
        .orElse(null);
  }

  /// Why the model is not called any more; null if it is. Covers budgets that are used up already:
  /// only the caller knows the maximum that the next call could need.
  static @Nullable Failure exhausted(Draft draft) {
    var spending = draft.state().totals().spending();
    if (spending.stop().extra() > 1) {
      return RunProblems.budgetExhausted(spending.stop());
    }
    if (!spending.isCounting()) {
      return null;
    }
    return failure(draft, BudgetAmount.MODEL_CALL);
  }

  /// Why a run ends before it begins; null if it does not.
  static @Nullable Failure exhaustedBeforeStart(Draft draft) {
    return draft.state().totals().spending().isCounting() ? failure(draft, A_CALL) : null;
  }

  private static @Nullable Failure failure(Draft draft, BudgetAmount need) {
    return shortfall(draft.state(), need, draft.at())
        .map(RunProblems::budgetExhausted)
        .orElse(null);
  }

  /// Reports the soft limits that are reached, each once.
  static void warn(Draft draft) {
    var spending = draft.state().totals().spending();
    if (!spending.isCounting()) {
      return;
    }
    var about = about(draft.state());
    if (about == null) {
      return;
    }
    var budgets = spending.budgets();
    warn(draft, about, RUN, budgets.run());
    warn(draft, about, SESSION, budgets.session());
  }

  private static void warn(Draft draft, RunId about, BudgetScope payer, Budget budget) {
    var state = draft.state();
    var used =
        payer instanceof BudgetScope.OfRun
            ? usedByRun(state, draft.at())
            : usedBySession(state, draft.at());
    for (var measure : budget.reachedSoftLimits(used)) {
      if (!isSaid(draft.state(), payer, measure)) {
        draft.add(
            new Event.BudgetWarned(
                about, payer, measure, budget.of(measure).soft(), used.of(measure)));
      }
    }
  }

  private static boolean isSaid(SessionState state, BudgetScope payer, BudgetMeasure measure) {
    return state.totals().spending().warned().contains(new BudgetUsage.Warned(payer, measure));
  }

  /// The current run, or the direct call, that a warning is recorded for.
  private static @Nullable RunId about(SessionState state) {
    if (state.running().isPresent()) {
      return state.running().get().run();
    }
    return state.direct().isEmpty() ? null : state.direct().getLast().run();
  }

  static Decision given(Draft draft, Input.BudgetsGiven given) {
    var spending = draft.state().totals().spending();
    // A run that is going has its own; otherwise the agent's are in force until the next run.
    var next =
        given.origin() == BudgetOrigin.SET
            ? given.budgets()
            : draft.state().running().map(run -> run.limits().budgets()).orElse(given.budgets());
    return spending.origin() == given.origin() && spending.budgets().equals(next)
        ? new Ignore(Why.NOTHING_TO_DO, "these are its budgets")
        : draft.add(new Event.BudgetsSet(next, given.by(), given.origin())).commit();
  }

  static Decision accountLimitReached(Draft draft, Input.AccountLimitReached reached) {
    var state = draft.state();
    if (!state.isRunning(reached.run()) && state.direct(reached.run()).isEmpty()) {
      return new Ignore(Why.STALE, "the run that reached it is over");
    }
    if (isSaid(state, reached.payer(), reached.measure())) {
      return new Ignore(Why.NOTHING_TO_DO, "it was said before");
    }
    return draft
        .add(
            new Event.BudgetWarned(
                reached.run(), reached.payer(), reached.measure(), reached.limit(), reached.used()))
        .commit();
  }

  /// Excludes the time before this event if the run waited for a person or no process drove it.
  static SessionState withoutIdleTime(SessionState before, RecordedEvent entry) {
    if (!before.totals().spending().isCounting() || before.running().isEmpty()) {
      return before;
    }
    var gap = Duration.between(before.position().at(), entry.at());
    boolean rests = isWaitingForPerson(before) || entry.event() instanceof Event.RunRecovered;
    return rests && gap.isPositive() ? before.with(before.totals().spending().paused(gap)) : before;
  }

  static SessionTotals begun(SessionState state, BudgetSet own) {
    var totals = state.totals().runAccepted();
    var spending = totals.spending();
    return spending.isCounting() || !own.areNone()
        ? totals.with(spending.begun(own, state.position().at()))
        : totals;
  }

  static SessionState ended(SessionState state) {
    var spending = state.totals().spending();
    return spending.isCounting() || spending.hasRefusedCall()
        ? state.with(spending.ended(state.position().at()))
        : state;
  }

  static SessionTotals replied(SessionTotals totals, Usage usage) {
    var spending = totals.spending();
    return spending.isCounting() ? totals.with(spending.using(spending.costOf(usage))) : totals;
  }

  /// Continues with another model, at its own price.
  public static SessionState replaced(SessionState state, FallbackModel fallback) {
    var spending = state.totals().spending();
    return spending.isCounting()
        ? state.with(spending.at(new BudgetUsage.Rate.Replaced(fallback.price())))
        : state;
  }

  /// Charges a summary call: to the current run, unless the compaction was requested explicitly.
  static SessionTotals compactionCharged(SessionState state, CompactionOutcome outcome) {
    var totals = state.totals().using(outcome.usage());
    var spending = totals.spending();
    if (!spending.isCounting()) {
      return totals;
    }
    var cost = spending.costOf(outcome);
    return totals.with(
        state.running().isPresent() && !isTooLate(outcome)
            ? spending.using(cost)
            : spending.usingOutsideRun(cost));
  }

  private static boolean isTooLate(CompactionOutcome outcome) {
    return outcome instanceof CompactionOutcome.Failed
        && outcome.cause() == CompactionOutcome.Cause.ASKED;
  }

  /// Charges a one-shot completion, at the price of its model.
  static SessionTotals oneShotCharged(SessionState state, OneShotRecord shot) {
    var totals = state.totals().using(shot.usage());
    var known = totals.spending();
    var spending =
        known.isCounting()
            ? known
            : BudgetUsage.resting(shot.budgets(), BudgetOrigin.RUN, known.session(), List.of());
    return spending.isCounting() ? totals.with(spending.usingOutsideRun(shot.cost())) : totals;
  }

  static SessionTotals turnFinished(SessionTotals totals, List<OpenCall> calls) {
    var spending = totals.spending();
    return spending.isCounting() || spending.hasRefusedCall()
        ? totals.with(spending.after(calls))
        : totals;
  }

  static SessionState settled(SessionState state, OpenCall open, ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Denied(_, var told)
            && BudgetUsage.isRefusal(open, outcome)
        ? state.with(state.totals().spending().withRefusedCall(told.replace(ADVICE, "")))
        : state;
  }

  static SessionState settledDirectly(SessionState state, OpenCall open, ToolOutcome outcome) {
    boolean charged =
        open.stage().attempts() > 0
            && state.totals().spending().isCounting()
            && !BudgetUsage.isRefusal(open, outcome);
    return charged
        ? state.with(state.totals().spending().usingOutsideRun(BudgetAmount.ofToolCalls(1)))
        : state;
  }
}
