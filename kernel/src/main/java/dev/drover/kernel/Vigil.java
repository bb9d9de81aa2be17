package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;

/// What is counted of a run to tell that it gets nowhere.
///
/// @param crashes how often a process died on it since it last got on
/// @param last what the turn before did
/// @param repeats turns in a row that did the same, the last one included
/// @param misfits turns in a row whose calls could not be made
/// @param failures calls in a row of which none succeeded
/// @param extra turns begun since it was caught
/// @param repairs answers that were not what was asked for
/// @param length what was done about the length of the conversation since the model replied
public record Vigil(
    int crashes,
    List<Deed> last,
    int repeats,
    int misfits,
    int failures,
    int extra,
    int repairs,
    Length length) {
  static final Vigil START = new Vigil(0, List.of(), 0, 0, 0, 0, 0, Length.UNTOUCHED);

  public Vigil {
    last = List.copyOf(last);
  }

  /// What was done about the length of the conversation. Once between two replies is enough: what
  /// is too long then stays too long.
  public enum Length {
    UNTOUCHED,
    SHORTENED,
    /// It was, for a model that another one has replaced since. That one may have less room.
    SHORTENED_FOR_ANOTHER,
    /// A hook wants it to stay as it is.
    DENIED,
    /// Nobody has summed it up.
    FAILED;

    /// Whether something may be done about it.
    public boolean isOpen() {
      return this == UNTOUCHED || this == SHORTENED_FOR_ANOTHER;
    }

    Length forAnother() {
      return switch (this) {
        case UNTOUCHED, FAILED -> UNTOUCHED;
        case SHORTENED, SHORTENED_FOR_ANOTHER -> SHORTENED_FOR_ANOTHER;
        case DENIED -> DENIED;
      };
    }
  }

  /// A call and what came of it.
  public record Deed(String tool, Text arguments, ToolOutcome outcome) {}

  Vigil crashed() {
    return new Vigil(crashes + 1, last, repeats, misfits, failures, extra, repairs, length);
  }

  Vigil gotOn() {
    return crashes == 0 ? this : with(length);
  }

  /// The model has replied.
  Vigil replied() {
    return length == Length.UNTOUCHED ? gotOn() : with(Length.UNTOUCHED);
  }

  /// It has got on, and this is what was done about the length.
  Vigil with(Length next) {
    return new Vigil(0, last, repeats, misfits, failures, extra, repairs, next);
  }

  /// The turn is over; these are its calls, all settled.
  Vigil after(List<OpenCall> calls, LoopGuard guard) {
    var deeds = new ArrayList<Deed>(calls.size());
    boolean unfit = true;
    int unsuccessful = failures;
    for (var call : calls) {
      var outcome = ((OpenCall.Stage.Settled) call.stage()).outcome();
      var asked = call.planned().call();
      deeds.add(new Deed(asked.tool(), asked.arguments(), outcome));
      unfit &= outcome instanceof ToolOutcome.Refused;
      unsuccessful = outcome instanceof ToolOutcome.Succeeded ? 0 : unsuccessful + 1;
    }
    boolean caught = extra > 0;
    var next =
        new Vigil(
            0,
            deeds,
            deeds.equals(last) ? repeats + 1 : 1,
            unfit ? misfits + 1 : 0,
            unsuccessful,
            extra,
            repairs,
            length);
    return caught || next.isIn(guard)
        ? new Vigil(0, deeds, next.repeats, next.misfits, unsuccessful, extra + 1, repairs, length)
        : next;
  }

  private boolean isIn(LoopGuard guard) {
    return repeats >= guard.repeats() || misfits >= guard.misfits() || failures >= guard.failures();
  }

  /// Somebody has said something new.
  Vigil spokenTo() {
    return new Vigil(crashes, List.of(), 0, 0, 0, 0, repairs, length);
  }

  Vigil rejected() {
    return new Vigil(0, last, repeats, misfits, failures, extra, repairs + 1, length);
  }

  boolean isCaught() {
    return extra > 0;
  }
}
