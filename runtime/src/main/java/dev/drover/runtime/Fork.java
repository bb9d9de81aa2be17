package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/// Where to fork a session, and into what.
///
/// @param at number of the last event that both will have; [#LAST] for the last there is
/// @param id of the new session; null for a generated one
/// @param agent whose session it will be; null for the source's
/// @param by who wants it
public record Fork(long at, @Nullable SessionId id, @Nullable String agent, String by) {
  /// Stands for the number of the last event there is.
  public static final long LAST = 0;

  public Fork {
    if (at < LAST) {
      throw new IllegalArgumentException("events are numbered from 1: " + at);
    }
  }

  /// Where the session is now.
  public static Fork here() {
    return at(LAST);
  }

  /// Behind that event.
  public static Fork at(long seq) {
    return new Fork(seq, null, null, "user");
  }

  public Fork into(SessionId fork) {
    return new Fork(at, fork, agent, by);
  }

  /// Another agent goes on.
  public Fork with(Agent successor) {
    return new Fork(at, id, successor.name(), by);
  }

  public Fork by(String person) {
    return new Fork(at, id, agent, person);
  }
}
