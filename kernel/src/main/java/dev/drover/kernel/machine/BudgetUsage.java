package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The budget usage of a session and its run. Nothing is counted without a reason to count: a
/// session without budgets and prices stays at [#NONE].
///
/// Open calls are counted in [SessionState]; this record counts calls that have ended.
///
/// @param budgets in force now
/// @param origin of these budgets
/// @param session the amount used by its runs and direct calls
/// @param run the amount used by the current run; time is in the clock
/// @param warned the warnings that were given
/// @param stop whether a call of the run was refused because of a budget
/// @param rate at which tokens of the run are counted
public record BudgetUsage(
    BudgetSet budgets,
    BudgetOrigin origin,
    BudgetAmount session,
    BudgetAmount run,
    RunClock clock,
    List<Warned> warned,
    BudgetStop stop,
    Rate rate) {
  public static final BudgetUsage NONE =
      new BudgetUsage(
          BudgetSet.NONE,
          BudgetOrigin.RUN,
          BudgetAmount.NONE,
          BudgetAmount.NONE,
          RunClock.STOPPED,
          List.of(),
          BudgetStop.NOT_YET,
          Rate.OWN);

  /// Takes the place of the rule or person in other denials.
  public static final String RULE = "budget";

  public BudgetUsage {
    warned = List.copyOf(warned);
  }

  /// A soft limit whose warning was given.
  public record Warned(BudgetScope payer, BudgetMeasure measure) {}

  /// The working time of a run.
  ///
  /// @param since when it began
  /// @param paused milliseconds in which it waited for a person or for a process to drive it
  public record RunClock(Instant since, long paused) {
    static final RunClock STOPPED = new RunClock(Instant.EPOCH, 0);

    long read(Instant now) {
      return Math.max(0, Duration.between(since, now).toMillis() - paused);
    }
  }

  /// A refused call, after which the run must end.
  ///
  /// @param extra turns begun since the refusal; the first of them is the final reply
  /// @param why the reason that the model was given
  public record BudgetStop(int extra, String why) {
    static final BudgetStop NOT_YET = new BudgetStop(0, "");
  }

  /// The price of tokens.
  public sealed interface Rate {
    Rate OWN = new Own();

    /// The price in the budgets.
    record Own() implements Rate {}

    /// The price of the model that has replaced the run's own, until the run ends.
    ///
    /// @param price null if it is not known
    record Replaced(@Nullable TokenPrice price) implements Rate {}
  }

  /// Of a session without a current run.
  public static BudgetUsage resting(
      BudgetSet budgets, BudgetOrigin origin, BudgetAmount session, List<Warned> warned) {
    return new BudgetUsage(
        budgets,
        origin,
        session,
        BudgetAmount.NONE,
        RunClock.STOPPED,
        warned,
        BudgetStop.NOT_YET,
        Rate.OWN);
  }

  /// Of a fork: limits that were set stay, and nothing is used.
  BudgetUsage forked() {
    return origin == BudgetOrigin.SET
        ? resting(budgets, origin, BudgetAmount.NONE, List.of())
        : NONE;
  }

  /// The current price of tokens; null if it is not known.
  public @Nullable TokenPrice price() {
    return switch (rate) {
      case Rate.Own _ -> budgets.price();
      case Rate.Replaced(var price) -> price;
    };
  }

  /// The cost of a reply.
  public BudgetAmount costOf(Usage used) {
    return BudgetAmount.ofReply(used, price());
  }

  /// The cost of a summary, or of the attempt to make one, at the price of the last model called. A
  /// compaction outside of a run does not use the price of the run's model.
  public BudgetAmount costOf(CompactionOutcome outcome) {
    var others = outcome.replacements();
    if (!others.isEmpty()) {
      return BudgetAmount.ofReply(outcome.usage(), others.getLast().fallback().price());
    }
    boolean isOutside = outcome.cause() == CompactionOutcome.Cause.ASKED;
    return BudgetAmount.ofReply(outcome.usage(), isOutside ? budgets.price() : price());
  }

  /// The run continues at this rate.
  BudgetUsage at(Rate next) {
    return new BudgetUsage(budgets, origin, session, run, clock, warned, stop, next);
  }

  boolean isCounting() {
    return !budgets.areNone();
  }

  /// Whether a budget, or the host's own guard, refused a call of the run.
  boolean hasRefusedCall() {
    return !stop.why().isEmpty();
  }

  /// Whether the model has one more call, without tools, so that the user gets an answer.
  boolean isFinalCall() {
    return stop.extra() > 0;
  }

  /// A run begins, with its own budgets unless budgets were set for the session.
  BudgetUsage begun(BudgetSet own, Instant at) {
    var next = origin == BudgetOrigin.SET ? budgets : own;
    return new BudgetUsage(
        next,
        origin,
        session,
        BudgetAmount.NONE,
        new RunClock(at, 0),
        stillWarned(next),
        BudgetStop.NOT_YET,
        Rate.OWN);
  }

  /// Applies these budgets from now on. A run that was about to end may continue.
  ///
  /// @param source whether the next run brings its own
  BudgetUsage set(BudgetSet next, BudgetOrigin source) {
    return new BudgetUsage(
        next, source, session, run, clock, stillWarned(next), BudgetStop.NOT_YET, rate);
  }

  /// The warnings whose limit did not change; the others may be given again.
  private List<Warned> stillWarned(BudgetSet next) {
    if (warned.isEmpty()) {
      return warned;
    }
    return warned.stream()
        .filter(said -> said.payer() instanceof BudgetScope.OfSession)
        .filter(
            said -> budgets.session().of(said.measure()).equals(next.session().of(said.measure())))
        .toList();
  }

  BudgetUsage using(BudgetAmount more) {
    return with(run.plus(more), session.plus(more));
  }

  BudgetUsage usingOutsideRun(BudgetAmount more) {
    return with(run, session.plus(more));
  }

  private BudgetUsage with(BudgetAmount ofRun, BudgetAmount ofSession) {
    return new BudgetUsage(budgets, origin, ofSession, ofRun, clock, warned, stop, rate);
  }

  /// A budget refused a call.
  BudgetUsage withRefusedCall(String reason) {
    return !hasRefusedCall() ? with(new BudgetStop(stop.extra(), reason)) : this;
  }

  /// The turn has ended; these are its calls, all settled.
  BudgetUsage after(List<OpenCall> calls) {
    var used = isCounting() ? using(BudgetAmount.ofToolCalls(charged(calls))) : this;
    return !hasRefusedCall() ? used : used.with(new BudgetStop(stop.extra() + 1, stop.why()));
  }

  private BudgetUsage with(BudgetStop next) {
    return new BudgetUsage(budgets, origin, session, run, clock, warned, next, rate);
  }

  static int charged(List<OpenCall> calls) {
    int charged = 0;
    for (var call : calls) {
      charged += isCharged(call) ? 1 : 0;
    }
    return charged;
  }

  /// Whether the call counts: it does once it was started, unless an account refused it.
  static boolean isCharged(OpenCall call) {
    return call.stage().attempts() > 0
        && !(call.stage() instanceof Stage.Settled(_, var outcome) && isRefusal(outcome));
  }

  private static boolean isRefusal(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Denied(var by, _) && by.equals(RULE);
  }

  /// Whether this outcome is a refusal by a budget. A person may have that name too, but denies a
  /// call only when asked.
  static boolean isRefusal(OpenCall open, ToolOutcome outcome) {
    return isRefusal(outcome)
        && !(open.stage() instanceof Stage.AwaitingApproval)
        && !(open.planned().verdict() instanceof Verdict.Deny);
  }

  BudgetUsage paused(Duration gap) {
    var longer = new RunClock(clock.since(), clock.paused() + gap.toMillis());
    return new BudgetUsage(budgets, origin, session, run, longer, warned, stop, rate);
  }

  BudgetUsage warned(BudgetScope payer, BudgetMeasure measure) {
    var all = new ArrayList<>(warned);
    all.add(new Warned(payer, measure));
    return new BudgetUsage(budgets, origin, session, run, clock, all, stop, rate);
  }

  /// The run has ended: its usage stays with the session.
  BudgetUsage ended(Instant at) {
    long time = isCounting() ? clock.read(at) : 0;
    return new BudgetUsage(
        budgets,
        origin,
        session.plus(BudgetAmount.ofTime(time)),
        BudgetAmount.NONE,
        RunClock.STOPPED,
        stillWarned(budgets),
        BudgetStop.NOT_YET,
        Rate.OWN);
  }
}
