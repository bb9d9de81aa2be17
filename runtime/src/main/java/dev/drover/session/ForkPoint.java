package dev.drover.session;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// Where to fork a session, and into what.
///
/// @param at number of the last event that both share; [#LAST] for the last event
/// @param id of the new session; null for a generated one
/// @param agent the agent of the new session; null for the source's
/// @param by the person or program that forks
public record ForkPoint(long at, @Nullable SessionId id, @Nullable String agent, String by) {
  /// Stands for the number of the last event.
  public static final long LAST = 0;

  public ForkPoint {
    if (at < LAST) {
      throw new IllegalArgumentException("events are numbered from 1: " + at);
    }
  }

  /// The current position of the session.
  public static ForkPoint here() {
    return at(LAST);
  }

  /// After this event.
  public static ForkPoint at(long seq) {
    return new ForkPoint(seq, null, null, "user");
  }

  public ForkPoint into(SessionId fork) {
    nonNull(fork, "fork");
    return new ForkPoint(at, fork, agent, by);
  }

  /// Sets the agent of the fork.
  ///
  /// @param name of an agent of the runtime
  public ForkPoint withAgent(String name) {
    nonNull(name, "name");
    return new ForkPoint(at, id, name, by);
  }

  public ForkPoint by(String person) {
    nonNull(person, "person");
    return new ForkPoint(at, id, agent, person);
  }
}
