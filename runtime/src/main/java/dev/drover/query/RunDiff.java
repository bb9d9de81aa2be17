package dev.drover.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/// A comparison of two runs: where they diverge, and all differences.
///
/// @param differences in the order of the run: its input, its turns, its end
public record RunDiff(RunOutline left, RunOutline right, List<Difference> differences) {
  private static final int NO_TURN = 0;

  public RunDiff {
    differences = List.copyOf(differences);
  }

  /// @param turn the turn, counted from 1; 0 for the run as a whole
  /// @param what the subject of the difference, in a few words
  /// @param left empty if the left run has none
  /// @param right empty if the right run has none
  public record Difference(int turn, String what, String left, String right) {}

  public static RunDiff between(RunOutline left, RunOutline right) {
    var found = new ArrayList<Difference>();
    add(found, NO_TURN, "model", left.model(), right.model());
    add(found, NO_TURN, "prompt", left.prompt(), right.prompt());
    int turns = Math.max(left.turns().size(), right.turns().size());
    for (int turn = 1; turn <= turns; turn++) {
      addTurn(found, turn, turn(left, turn), turn(right, turn));
    }
    add(found, NO_TURN, "status", status(left), status(right));
    add(found, NO_TURN, "answer", left.answer(), right.answer());
    add(found, NO_TURN, "tokens in", tokensIn(left), tokensIn(right));
    add(found, NO_TURN, "tokens out", tokensOut(left), tokensOut(right));
    return new RunDiff(left, right, found);
  }

  /// The first turn in which the model's text, its calls or their outcomes differ.
  public OptionalInt partsAtTurn() {
    return differences.stream()
        .mapToInt(Difference::turn)
        .filter(turn -> turn != NO_TURN)
        .findFirst();
  }

  private static RunOutline.Turn turn(RunOutline run, int number) {
    return number <= run.turns().size()
        ? run.turns().get(number - 1)
        : new RunOutline.Turn("", List.of());
  }

  private static void addTurn(
      List<Difference> found, int turn, RunOutline.Turn left, RunOutline.Turn right) {
    add(found, turn, "said", left.said(), right.said());
    int calls = Math.max(left.calls().size(), right.calls().size());
    for (int i = 0; i < calls; i++) {
      var one = call(left, i);
      var other = call(right, i);
      var name = calls == 1 ? "call" : "call " + (i + 1);
      add(found, turn, name, asked(one), asked(other));
      add(found, turn, name + " outcome", one.outcome(), other.outcome());
    }
  }

  private static RunOutline.CallOutline call(RunOutline.Turn turn, int index) {
    return index < turn.calls().size()
        ? turn.calls().get(index)
        : new RunOutline.CallOutline("", "", "");
  }

  private static String asked(RunOutline.CallOutline call) {
    return (call.tool() + " " + call.arguments()).strip();
  }

  private static String status(RunOutline run) {
    return run.status().name().toLowerCase(Locale.ROOT);
  }

  private static String tokensIn(RunOutline run) {
    return String.valueOf(run.usage().input());
  }

  private static String tokensOut(RunOutline run) {
    return String.valueOf(run.usage().output());
  }

  private static void add(
      List<Difference> found, int turn, String what, String left, String right) {
    if (!left.equals(right)) {
      found.add(new Difference(turn, what, left, right));
    }
  }
}
