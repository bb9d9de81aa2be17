package dev.drover.kernel.value;

import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.check.NullChecks;

/// Identifies one session, for ever: an id is never given to a second session.
public record SessionId(String value) implements Comparable<SessionId> {
  public SessionId {
    NullChecks.nonNull(value, "SessionId.value");
    IdChecks.requireValid("session id", value);
  }

  @Override
  public int compareTo(SessionId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
