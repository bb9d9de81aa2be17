package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.THEN;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.PlannedCall;
import java.util.ArrayList;
import java.util.List;

/// A journal written by hand, event by event, and the state it folds to. [SessionMachine] is not
/// involved: a table must not start from the result of the code it checks.
record HandwrittenJournal(List<Event> events) {
  HandwrittenJournal {
    events = List.copyOf(events);
  }

  static HandwrittenJournal empty() {
    return new HandwrittenJournal(List.of());
  }

  static HandwrittenJournal opened() {
    return empty()
        .then(new Event.SessionOpened(SESSION, "clerk", "/work"), new Event.RecipeAdopted(RECIPE));
  }

  /// The first model call of the run is due, under e1.
  static HandwrittenJournal thinking() {
    return opened().then(SampleEvents.accepted());
  }

  /// The model has requested these calls, with ids from e2 on, and none was acted on yet.
  static HandwrittenJournal acting(PlannedCall... calls) {
    return acting(SampleValues.LIMITS, List.of(calls));
  }

  static HandwrittenJournal acting(RunLimits limits, List<PlannedCall> calls) {
    return opened()
        .then(
            SampleEvents.accepted(limits),
            SampleEvents.replied(1, calls),
            SampleEvents.planned(calls));
  }

  HandwrittenJournal then(Event... more) {
    var all = new ArrayList<>(events);
    all.addAll(List.of(more));
    return new HandwrittenJournal(all);
  }

  SessionState state() {
    var state = SessionState.NEW;
    for (var event : events) {
      state = state.after(new RecordedEvent(state.position().seq() + 1, THEN, event));
    }
    return state;
  }
}
