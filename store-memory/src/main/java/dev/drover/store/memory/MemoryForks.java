package dev.drover.store.memory;

import dev.drover.kernel.value.SessionId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sharing between sessions: the source of a session, and its forks. Guarded by the monitor of
/// the session it belongs to. Locks are taken from a fork to its source, and never the other way.
final class MemoryForks {
  private final @Nullable MemorySession source;
  private final long shared;

  /// With the last event that each shares.
  private Map<SessionId, Long> forks = Map.of();

  MemoryForks(@Nullable MemorySession source, long shared) {
    this.source = source;
    this.shared = shared;
  }

  @Nullable MemorySession source() {
    return source;
  }

  /// Number of the last event that it shares with its source; 0 if it has none.
  long shared() {
    return shared;
  }

  void forked(SessionId fork, long at) {
    forks = forks.isEmpty() ? new HashMap<>() : forks;
    forks.put(fork, at);
  }

  void deleted(SessionId fork) {
    if (!forks.isEmpty()) {
      forks.remove(fork);
    }
  }

  boolean hasForks() {
    return !forks.isEmpty();
  }

  /// Number of the last event that any fork shares; 0 if there is no fork.
  long sharedByForks() {
    return forks.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
