package dev.drover.kernel;

import java.time.Instant;
import java.util.List;

/// The events of one decision while it is being made, and the state they lead to. Each event is
/// folded as it is added, so what follows is decided on the state that will be.
///
/// Lives inside one call of [SessionMachine#decide].
final class Draft {
  private final Instant at;
  private List<Recorded> entries = List.of();
  private SessionState state;

  /// Time inside one session never goes back, whatever the clock does.
  Draft(SessionState state, Instant now) {
    this.state = state;
    this.at = now.isBefore(state.position().at()) ? state.position().at() : now;
  }

  Draft add(Event event) {
    var entry = new Recorded(state.position().seq() + 1, at, event);
    state = state.after(entry);
    entries = Few.plus(entries, entry);
    return this;
  }

  /// Whether nothing was added so far.
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /// When all of it happens.
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
