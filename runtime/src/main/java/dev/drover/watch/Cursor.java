package dev.drover.watch;

import dev.drover.kernel.value.SessionId;

/// A position in one session: after event `seq`.
public record Cursor(SessionId session, long seq) {
  public Cursor {
    if (seq < 0) {
      throw new IllegalArgumentException("events are numbered from 1: " + seq);
    }
  }

  /// Before the first event.
  public static Cursor start(SessionId session) {
    return new Cursor(session, 0);
  }
}
