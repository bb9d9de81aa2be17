package dev.drover.internal.state;

import dev.drover.codec.StateCodec;
import dev.drover.codec.UnreadableState;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import java.util.Optional;

/// Loads a session from its journal: the saved fold if there is one, and the events since.
public final class SessionLoader {
  private static final int PAGE = 1_000;

  private final StoredEventDecoder events = new StoredEventDecoder();
  private final StateCodec states = new StateCodec();
  private final Journal journal;

  public SessionLoader(Journal journal) {
    this.journal = journal;
  }

  /// @return empty if there is no such session
  /// @throws UnreadableJournal if an event cannot be read
  public Optional<SessionState> load(SessionId session) {
    var state = saved(session);
    while (true) {
      var slice = journal.read(session, state.position().seq(), PAGE);
      if (slice.isEmpty()) {
        return Optional.empty();
      }
      long known = state.position().seq();
      for (var entry : slice.get().entries()) {
        if (entry.seq() != state.position().seq() + 1) {
          break;
        }
        state = events.fold(session, state, entry);
      }
      if (state.position().seq() >= slice.get().tail()) {
        return Optional.of(state);
      }
      state = state.position().seq() == known ? later(session, state) : state;
    }
  }

  /// The next events were trimmed since the saved fold was read: then there is a newer saved fold.
  private SessionState later(SessionId session, SessionState state) {
    var later = saved(session);
    if (later.position().seq() <= state.position().seq()) {
      throw UnreadableJournal.damaged(session, state.position().seq() + 1, "it is missing", null);
    }
    return later;
  }

  private SessionState saved(SessionId session) {
    return journal
        .snapshot(session)
        .map(snapshot -> decoded(session, snapshot))
        .orElse(SessionState.NEW);
  }

  /// A saved fold that cannot be read is not needed if all events are still stored.
  private SessionState decoded(SessionId session, Snapshot snapshot) {
    try {
      return states.decode(snapshot.state().array());
    } catch (UnreadableState unreadable) {
      var first = journal.read(session, 0, 1).map(Slice::first).orElse(1L);
      if (first > 1) {
        throw UnreadableJournal.at(session, 1, unreadable);
      }
      return SessionState.NEW;
    }
  }

  /// The state of a session after one of its events.
  ///
  /// @return empty if that is no longer known, because an earlier event was trimmed
  public Optional<SessionState> at(SessionId session, long seq) {
    var state =
        journal
            .snapshot(session)
            .filter(snapshot -> snapshot.seq() <= seq)
            .map(snapshot -> decoded(session, snapshot))
            .orElse(SessionState.NEW);
    while (state.position().seq() < seq) {
      long after = state.position().seq();
      var slice = journal.read(session, after, (int) Math.min(PAGE, seq - after));
      if (slice.isEmpty() || slice.get().entries().isEmpty()) {
        return Optional.empty();
      }
      for (var entry : slice.get().entries()) {
        if (entry.seq() != state.position().seq() + 1) {
          return Optional.empty();
        }
        state = events.fold(session, state, entry);
      }
    }
    return Optional.of(state);
  }
}
