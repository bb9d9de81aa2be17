package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Phase.Acting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What follows from budgets: which calls are begun, what is said, when a run ends.
///
/// The budgets of a run and of its session need no reservations of their own. One writer decides
/// for both, so a call that is open is in the state, and counts, before the next one is decided. An
/// account is shared with others: whoever keeps it reserves, and what it says comes as an input.
public final class Budgeting {
  private static final Payer RUN = new Payer.OfRun();
  private static final Payer SESSION = new Payer.OfSession();

  /// Any call at all.
  private static final Amount A_CALL = new Amount(1, 1, 1, 1, 1);

  private static final String ADVICE =
      ". The call was not made. Answer with what you have, and say what is missing.";

  private Budgeting() {}

  /// What the run that is going has used by now, calls that are open included.
  public static Amount usedByRun(SessionState state, Instant now) {
    var spending = state.totals().spending();
    return state.running().isEmpty()
        ? Amount.NONE
        : spending.run().plus(new Amount(0, 0, 0, openOfRun(state), elapsed(state, now)));
  }

  /// What the session has used by now, calls that are open included.
  public static Amount usedBySession(SessionState state, Instant now) {
    int open = openOfRun(state);
    for (var call : state.direct()) {
      open += Spending.isCharged(call.open()) ? 1 : 0;
    }
    return state.totals().spending().session().plus(new Amount(0, 0, 0, open, elapsed(state, now)));
  }

  private static int openOfRun(SessionState state) {
    return state.phase() instanceof Acting(_, var calls) ? Spending.charged(calls) : 0;
  }

  /// How many milliseconds the run that is going has been at work.
  public static long elapsed(SessionState state, Instant now) {
    if (state.running().isEmpty() || !state.totals().spending().isCounting()) {
      return 0;
    }
    return state.totals().spending().watch().read(isParked(state) ? state.position().at() : now);
  }

  /// Whether all that the run waits for is a person.
  private static boolean isParked(SessionState state) {
    return state.phase() instanceof Acting acting && acting.running() == 0;
  }

  /// What stands against a call that could need so much, of the run and of its session.
  public static Optional<Shortfall> shortfall(SessionState state, Amount need, Instant now) {
    var spending = state.totals().spending();
    if (!spending.isCounting()) {
      return Optional.empty();
    }
    var ofRun = spending.budgets().run().shortfall(RUN, usedByRun(state, now), need);
    return ofRun.isPresent()
        ? ofRun
        : spending.budgets().session().shortfall(SESSION, usedBySession(state, now), need);
  }

  /// What stands against a call that is no part of a run.
  ///
  /// @param budgets that it is under: before the first run, others than the session's
  public static Optional<Shortfall> shortfallBeside(
      SessionState state, Budgets budgets, Amount need, Instant now) {
    return budgets.session().shortfall(SESSION, usedBySession(state, now), need);
  }

  /// What the model is told of a call that is not begun.
  ///
  /// @param why such as [Shortfall#words]
  /// @param attempt if it is not the first, a crash cut the call off before it was paid for, or
  ///   what it had set aside was given to others
  public static ToolOutcome refused(String why, int attempt) {
    return new ToolOutcome.Denied(
        Spending.RULE,
        why + (attempt > 1 ? ". A crash cut it off, and it may have happened" : "") + ADVICE);
  }

  /// What a call that was started counts for, now that it has ended so.
  public static Amount costOf(OpenCall started, ToolOutcome outcome) {
    return Spending.isRefusal(started, outcome) ? Amount.NONE : Amount.ofToolCalls(1);
  }

  /// What a call ends with that must not be started; null if it may.
  static @Nullable ToolOutcome refusal(Draft draft, OpenCall call) {
    // One that is started again after a crash has been paid for.
    if (call.stage().attempts() > 0 || !draft.state().totals().spending().isCounting()) {
      return null;
    }
    return shortfall(draft.state(), Amount.TOOL_CALL, draft.at())
        .map(shortfall -> refused(shortfall.words(), 1))
        .orElse(null);
  }

  /// Why the model is not asked any more; null if it is. What the call could need at most is known
  /// to whoever makes it: this is for what is used up already.
  static @Nullable Failure exhausted(Draft draft) {
    var spending = draft.state().totals().spending();
    if (spending.halt().extra() > 1) {
      return RunProblems.budgetExhausted(spending.halt());
    }
    if (!spending.isCounting()) {
      return null;
    }
    return failure(draft, Amount.MODEL_CALL);
  }

  /// Why a run is over before it begins; null if it is not.
  static @Nullable Failure exhaustedBefore(Draft draft) {
    return draft.state().totals().spending().isCounting() ? failure(draft, A_CALL) : null;
  }

  private static @Nullable Failure failure(Draft draft, Amount need) {
    return shortfall(draft.state(), need, draft.at())
        .map(RunProblems::budgetExhausted)
        .orElse(null);
  }

  /// Says which soft limits are reached, each once.
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

  private static void warn(Draft draft, RunId about, Payer payer, Budget budget) {
    var state = draft.state();
    var used =
        payer instanceof Payer.OfRun
            ? usedByRun(state, draft.at())
            : usedBySession(state, draft.at());
    for (var measure : budget.reached(used)) {
      if (!isSaid(draft.state(), payer, measure)) {
        draft.add(
            new Event.BudgetWarned(
                about, payer, measure, budget.of(measure).soft(), used.of(measure)));
      }
    }
  }

  private static boolean isSaid(SessionState state, Payer payer, Measure measure) {
    return state.totals().spending().warned().contains(new Spending.Warned(payer, measure));
  }

  /// The run, or the direct call, in whose time something is said.
  private static @Nullable RunId about(SessionState state) {
    if (state.running().isPresent()) {
      return state.running().get().run();
    }
    return state.direct().isEmpty() ? null : state.direct().getLast().run();
  }

  static Decision given(Draft draft, Input.BudgetsGiven given) {
    var spending = draft.state().totals().spending();
    return spending.origin() == Spending.Origin.SET && spending.budgets().equals(given.budgets())
        ? new Ignore(Why.NOTHING_TO_DO, "these are its budgets")
        : draft.add(new Event.BudgetsSet(given.budgets(), given.by())).commit();
  }

  static Decision reached(Draft draft, Input.AccountReached reached) {
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

  /// The time before this event does not count if the run waited for a person, or if nobody drove
  /// it.
  static SessionState paused(SessionState before, Recorded entry) {
    if (!before.totals().spending().isCounting() || before.running().isEmpty()) {
      return before;
    }
    var gap = Duration.between(before.position().at(), entry.at());
    boolean rests = isParked(before) || entry.event() instanceof Event.RunRecovered;
    return rests && gap.isPositive() ? before.with(before.totals().spending().paused(gap)) : before;
  }

  static Totals begun(SessionState state, Budgets own) {
    var totals = state.totals().runAccepted();
    var spending = totals.spending();
    return spending.isCounting() || !own.areNone()
        ? totals.with(spending.begun(own, state.position().at()))
        : totals;
  }

  static SessionState ended(SessionState state) {
    var spending = state.totals().spending();
    return spending.isCounting() || spending.isRefusing()
        ? state.with(spending.ended(state.position().at()))
        : state;
  }

  static Totals replied(Totals totals, Usage usage) {
    var spending = totals.spending();
    return spending.isCounting() ? totals.with(spending.using(spending.costOf(usage))) : totals;
  }

  /// Another model goes on, at its own price.
  public static SessionState replaced(SessionState state, Fallback fallback) {
    var spending = state.totals().spending();
    return spending.isCounting()
        ? state.with(spending.at(new Spending.Rate.Replaced(fallback.price())))
        : state;
  }

  /// The model was asked to sum up: for the run that is going, unless somebody else wanted it.
  static Totals summedUp(SessionState state, ShorteningOutcome outcome) {
    var totals = state.totals().using(outcome.usage());
    var spending = totals.spending();
    if (!spending.isCounting()) {
      return totals;
    }
    var cost = spending.costOf(outcome);
    return totals.with(
        state.running().isPresent() && !isTooLate(outcome)
            ? spending.using(cost)
            : spending.usingDirectly(cost));
  }

  private static boolean isTooLate(ShorteningOutcome outcome) {
    return outcome instanceof ShorteningFailure && outcome.cause() == ShorteningOutcome.Cause.ASKED;
  }

  /// A model was asked something that is no part of a run, at the price of that model.
  static Totals askedBeside(SessionState state, OneShot shot) {
    var totals = state.totals().using(shot.usage());
    var known = totals.spending();
    var spending =
        known.isCounting()
            ? known
            : Spending.resting(shot.budgets(), Spending.Origin.RUN, known.session(), List.of());
    return spending.isCounting() ? totals.with(spending.usingDirectly(shot.cost())) : totals;
  }

  static Totals turnFinished(Totals totals, List<OpenCall> calls) {
    var spending = totals.spending();
    return spending.isCounting() || spending.isRefusing()
        ? totals.with(spending.after(calls))
        : totals;
  }

  static SessionState settled(SessionState state, OpenCall open, ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Denied(_, var told) && Spending.isRefusal(open, outcome)
        ? state.with(state.totals().spending().refusing(told.replace(ADVICE, "")))
        : state;
  }

  static SessionState settledDirectly(SessionState state, OpenCall open, ToolOutcome outcome) {
    boolean charged =
        open.stage().attempts() > 0
            && state.totals().spending().isCounting()
            && !Spending.isRefusal(open, outcome);
    return charged
        ? state.with(state.totals().spending().usingDirectly(Amount.ofToolCalls(1)))
        : state;
  }
}
