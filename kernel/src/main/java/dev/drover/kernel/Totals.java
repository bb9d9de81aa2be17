package dev.drover.kernel;

/// What a session has come to so far.
///
/// @param turns finished ones: the model replied and each of its calls is settled
/// @param lastTurn tokens of the last model reply
/// @param lastResponse text of the last completed run
public record Totals(long runs, long turns, Usage usage, Usage lastTurn, Text lastResponse) {
  public static final Totals NONE = new Totals(0, 0, Usage.NONE, Usage.NONE, Text.EMPTY);

  Totals runAccepted() {
    return new Totals(runs + 1, turns, usage, lastTurn, lastResponse);
  }

  Totals replied(Usage used) {
    return new Totals(runs, turns, usage.plus(used), used, lastResponse);
  }

  Totals turnFinished() {
    return new Totals(runs, turns + 1, usage, lastTurn, lastResponse);
  }

  Totals responded(Text text) {
    return new Totals(runs, turns, usage, lastTurn, text);
  }
}
