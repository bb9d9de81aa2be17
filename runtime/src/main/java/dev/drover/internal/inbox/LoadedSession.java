package dev.drover.internal.inbox;

import org.jspecify.annotations.Nullable;

/// A loaded session: its writer, and its place in the [EvictionQueue]. The queue guards all fields
/// but the writer.
final class LoadedSession {
  /// Less than the progress of any session, so that a new entry has a chance to make progress.
  private static final long NOTHING = -1;

  final LoadedWriter writer;
  @Nullable LoadedSession before;
  @Nullable LoadedSession after;
  private long seen = NOTHING;

  LoadedSession(LoadedWriter writer) {
    this.writer = writer;
  }

  /// Whether there was progress since the last check.
  boolean checkProgress() {
    var state = writer.currentState();
    long seq = state == null ? 0 : state.position().seq();
    boolean hasMoved = seq != seen;
    seen = seq;
    return hasMoved;
  }

  /// Whether it has no run in progress.
  boolean isIdle() {
    var state = writer.currentState();
    return state == null || state.running().isEmpty();
  }
}
