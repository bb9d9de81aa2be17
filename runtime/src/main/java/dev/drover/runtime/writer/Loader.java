package dev.drover.runtime.writer;

import dev.drover.codec.EventCodec;
import dev.drover.codec.StateCodec;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.store.Journal;
import java.util.Optional;

/// Reads a session from its journal: the saved fold if there is one, and the events since.
public final class Loader {
  private static final int PAGE = 1_000;

  private final EventCodec events = new EventCodec();
  private final StateCodec states = new StateCodec();
  private final Journal journal;

  public Loader(Journal journal) {
    this.journal = journal;
  }

  /// @return empty if there is no such session
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
        state = state.after(events.decode(entry.bytes().array()));
      }
      if (state.position().seq() >= slice.get().tail()) {
        return Optional.of(state);
      }
      state = state.position().seq() == known ? later(session, state) : state;
    }
  }

  /// What comes next was trimmed since the saved fold was read: then a later one is saved.
  private SessionState later(SessionId session, SessionState state) {
    var later = saved(session);
    if (later.position().seq() <= state.position().seq()) {
      throw new IllegalStateException(
          "events of session %s are missing after %d".formatted(session, state.position().seq()));
    }
    return later;
  }

  private SessionState saved(SessionId session) {
    return journal
        .snapshot(session)
        .map(snapshot -> states.decode(snapshot.state().array()))
        .orElse(SessionState.NEW);
  }

  /// A session as it was after one of its events.
  ///
  /// @return empty if that cannot be told any more, because something before it was trimmed
  public Optional<SessionState> at(SessionId session, long seq) {
    var state =
        journal
            .snapshot(session)
            .filter(snapshot -> snapshot.seq() <= seq)
            .map(snapshot -> states.decode(snapshot.state().array()))
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
        state = state.after(events.decode(entry.bytes().array()));
      }
    }
    return Optional.of(state);
  }
}
