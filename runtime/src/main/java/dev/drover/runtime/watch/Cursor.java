package dev.drover.runtime.watch;

import dev.drover.kernel.SessionId;

/// A place in one session: behind event `seq`.
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
