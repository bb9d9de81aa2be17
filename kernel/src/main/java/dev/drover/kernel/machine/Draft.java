package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import java.time.Instant;
import java.util.List;

/// The events of one decision while it is being made, and the state they lead to. Each event is
/// folded as it is added, so later parts of the decision see the resulting state.
///
/// Lives inside one call of [SessionMachine#decide].
final class Draft {
  private final Instant at;
  private List<RecordedEvent> entries = List.of();
  private SessionState state;

  /// Time inside one session never goes back, regardless of the clock.
  Draft(SessionState state, Instant now) {
    this.state = state;
    this.at = now.isBefore(state.position().at()) ? state.position().at() : now;
  }

  Draft add(Event event) {
    var entry = new RecordedEvent(state.position().seq() + 1, at, event);
    state = state.after(entry);
    entries = SmallLists.plus(entries, entry);
    return this;
  }

  /// Whether no event was added yet.
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /// The time of all events in the draft.
  Instant at() {
    return at;
  }

  SessionState state() {
    return state;
  }

  Decision commit() {
    return new Decision.Commit(entries, state);
  }
}
