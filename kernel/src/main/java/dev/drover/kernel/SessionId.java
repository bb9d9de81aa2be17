package dev.drover.kernel;

/// Names one session, for ever: an id is never given to a second session.
public record SessionId(String value) implements Comparable<SessionId> {
  public SessionId {
    NullChecks.nonNull(value, "SessionId.value");
    Ids.check("session id", value);
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
