package dev.drover.runtime.writer;

import org.jspecify.annotations.Nullable;

/// A session that is loaded: its writer, and where it stands in the [Line]. That guards all but the
/// writer.
final class Resident {
  /// Less than any session has seen: whoever comes has a chance to do something.
  private static final long NOTHING = -1;

  final SessionWriter writer;
  @Nullable Resident before;
  @Nullable Resident after;
  private long seen = NOTHING;

  Resident(SessionWriter writer) {
    this.writer = writer;
  }

  /// Whether anything has happened in it since this was asked last.
  boolean hasMoved() {
    var state = writer.known();
    long seq = state == null ? 0 : state.position().seq();
    boolean hasMoved = seq != seen;
    seen = seq;
    return hasMoved;
  }

  /// Whether no run is going in it.
  boolean isIdle() {
    var state = writer.known();
    return state == null || state.running().isEmpty();
  }
}
