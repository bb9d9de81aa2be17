package dev.drover.kernel;

/// What a session has come to so far.
///
/// @param turns finished ones: the model replied and each of its calls is settled
/// @param lastTurn tokens of the last model reply
/// @param lastResponse text of the last completed run
/// @param lastValue what that run was asked for, if it was not words; else empty
/// @param spending what its budgets have come to
public record Totals(
    long runs,
    long turns,
    Usage usage,
    Usage lastTurn,
    Text lastResponse,
    Text lastValue,
    Spending spending) {
  public static final Totals NONE = new Totals(0, 0, Usage.NONE, Usage.NONE, Text.EMPTY);

  /// Without budgets.
  public Totals(long runs, long turns, Usage usage, Usage lastTurn, Text lastResponse) {
    this(runs, turns, usage, lastTurn, lastResponse, Text.EMPTY, Spending.NONE);
  }

  Totals runAccepted() {
    return new Totals(runs + 1, turns, usage, lastTurn, lastResponse, lastValue, spending);
  }

  Totals replied(Usage used) {
    return new Totals(runs, turns, usage.plus(used), used, lastResponse, lastValue, spending);
  }

  /// The model has replied and wants nothing done: the turn is over.
  Totals answered(Usage used) {
    return new Totals(runs, turns + 1, usage.plus(used), used, lastResponse, lastValue, spending);
  }

  /// The model was asked for something that is no turn.
  Totals using(Usage used) {
    return new Totals(runs, turns, usage.plus(used), lastTurn, lastResponse, lastValue, spending);
  }

  Totals turnFinished() {
    return new Totals(runs, turns + 1, usage, lastTurn, lastResponse, lastValue, spending);
  }

  Totals responded(RunOutcome.Completed completed) {
    var value = completed.value() == null ? Text.EMPTY : completed.value();
    return new Totals(runs, turns, usage, lastTurn, completed.text(), value, spending);
  }

  /// Of a fork: nothing was done or used in it so far.
  Totals forked() {
    return new Totals(0, 0, Usage.NONE, Usage.NONE, lastResponse, lastValue, spending.forked());
  }

  Totals with(Spending next) {
    return new Totals(runs, turns, usage, lastTurn, lastResponse, lastValue, next);
  }
}
