package dev.drover.kernel;

import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.THEN;

import java.util.ArrayList;
import java.util.List;

/// A journal written by hand, fact by fact, and the state it folds to. [SessionMachine] has no part
/// in it: a table that starts from a story does not start from what it is to check.
record Story(List<Event> events) {
  Story {
    events = List.copyOf(events);
  }

  static Story untold() {
    return new Story(List.of());
  }

  static Story opened() {
    return untold()
        .then(new Event.SessionOpened(SESSION, "clerk", "/work"), new Event.RecipeAdopted(RECIPE));
  }

  /// The first model call of the run is due, under e1.
  static Story thinking() {
    return opened().then(Facts.accepted());
  }

  /// The model has asked for these calls, named from e2 on, and nothing was done about them yet.
  static Story acting(PlannedCall... calls) {
    return acting(Samples.LIMITS, List.of(calls));
  }

  static Story acting(Limits limits, List<PlannedCall> calls) {
    return opened().then(Facts.accepted(limits), Facts.replied(1, calls), Facts.planned(calls));
  }

  Story then(Event... more) {
    var all = new ArrayList<>(events);
    all.addAll(List.of(more));
    return new Story(all);
  }

  SessionState state() {
    var state = SessionState.NEW;
    for (var event : events) {
      state = state.after(new Recorded(state.position().seq() + 1, THEN, event));
    }
    return state;
  }
}
