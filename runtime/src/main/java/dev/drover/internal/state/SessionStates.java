package dev.drover.internal.state;

import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the states of sessions: from the memory of this process if that is up to date, otherwise
/// from the journal. Safe for use by any thread.
///
/// @param inMemory the state that this process knows, if it is up to date
public record SessionStates(
    Function<SessionId, @Nullable SessionState> inMemory, SessionLoader loader) {
  /// The state, if it is known in this process. Never older than the journal.
  public @Nullable SessionState known(SessionId session) {
    return inMemory.apply(session);
  }

  /// The known state, or the state from the journal.
  ///
  /// @return empty if there is no such session
  public Optional<SessionState> current(SessionId session) {
    var known = known(session);
    return known == null ? loader.load(session) : Optional.of(known);
  }

  /// The state from the journal, regardless of what this process knows.
  ///
  /// @return empty if there is no such session
  public Optional<SessionState> stored(SessionId session) {
    return loader.load(session);
  }

  /// The state after one event of the session.
  ///
  /// @return empty if something before that event was trimmed
  public Optional<SessionState> at(SessionId session, long seq) {
    return loader.at(session, seq);
  }
}
