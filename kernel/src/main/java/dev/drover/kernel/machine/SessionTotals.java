package dev.drover.kernel.machine;

import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;

/// The totals of a session.
///
/// @param turns finished ones: the model replied and each of its calls is settled
/// @param lastTurn tokens of the last model reply
/// @param lastResponse text of the last completed run
/// @param lastValue structured answer of that run, if it had one; else empty
/// @param spending the usage of its budgets
public record SessionTotals(
    long runs,
    long turns,
    Usage usage,
    Usage lastTurn,
    Text lastResponse,
    Text lastValue,
    BudgetUsage spending) {
  public static final SessionTotals NONE =
      new SessionTotals(0, 0, Usage.NONE, Usage.NONE, Text.EMPTY);

  /// Without budgets.
  public SessionTotals(long runs, long turns, Usage usage, Usage lastTurn, Text lastResponse) {
    this(runs, turns, usage, lastTurn, lastResponse, Text.EMPTY, BudgetUsage.NONE);
  }

  SessionTotals runAccepted() {
    return new SessionTotals(runs + 1, turns, usage, lastTurn, lastResponse, lastValue, spending);
  }

  SessionTotals replied(Usage used) {
    return new SessionTotals(
        runs, turns, usage.plus(used), used, lastResponse, lastValue, spending);
  }

  /// The model has replied without calls: the turn has ended.
  SessionTotals answered(Usage used) {
    return new SessionTotals(
        runs, turns + 1, usage.plus(used), used, lastResponse, lastValue, spending);
  }

  /// A model call that is not a turn.
  SessionTotals using(Usage used) {
    return new SessionTotals(
        runs, turns, usage.plus(used), lastTurn, lastResponse, lastValue, spending);
  }

  SessionTotals turnFinished() {
    return new SessionTotals(runs, turns + 1, usage, lastTurn, lastResponse, lastValue, spending);
  }

  SessionTotals responded(RunOutcome.Completed completed) {
    var value = completed.value() == null ? Text.EMPTY : completed.value();
    return new SessionTotals(runs, turns, usage, lastTurn, completed.text(), value, spending);
  }

  /// Of a fork: nothing was done or used in it so far.
  SessionTotals forked() {
    return new SessionTotals(
        0, 0, Usage.NONE, Usage.NONE, lastResponse, lastValue, spending.forked());
  }

  SessionTotals with(BudgetUsage next) {
    return new SessionTotals(runs, turns, usage, lastTurn, lastResponse, lastValue, next);
  }
}
