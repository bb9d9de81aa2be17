package dev.drover.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/// Two runs side by side: where they part, and all in which they differ.
///
/// @param differences in the order of the run: what it was given, its turns, its end
public record RunDiff(RunOutline left, RunOutline right, List<Difference> differences) {
  private static final int NO_TURN = 0;

  public RunDiff {
    differences = List.copyOf(differences);
  }

  /// @param turn in which it is, counted from 1; 0 if it is about the run as a whole
  /// @param what it is about, in a few words
  /// @param left empty if the left one has none
  /// @param right empty if the right one has none
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

  /// The first turn in which the model said or did something else, or in which something else came
  /// of what it did.
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

  private static RunOutline.Made call(RunOutline.Turn turn, int index) {
    return index < turn.calls().size() ? turn.calls().get(index) : new RunOutline.Made("", "", "");
  }

  private static String asked(RunOutline.Made call) {
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
