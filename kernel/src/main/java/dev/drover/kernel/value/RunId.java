package dev.drover.kernel.value;

import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.check.NullChecks;

/// Identifies one run. Generated outside the kernel and passed in with the prompt.
public record RunId(String value) {
  public RunId {
    NullChecks.nonNull(value, "RunId.value");
    IdChecks.requireValid("run id", value);
  }

  /// The first run of a session that another session started, as a task or as its successor. It is
  /// named after the session, so that each name determines the other.
  public static RunId firstOf(SessionId session) {
    return new RunId(session.value());
  }

  @Override
  public String toString() {
    return value;
  }
}
