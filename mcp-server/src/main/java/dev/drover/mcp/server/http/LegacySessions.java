package dev.drover.mcp.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The legacy clients that are remembered: a bounded number. A client that was forgotten gets the
/// status that tells it to initialize again.
///
/// Safe for use by any thread.
final class LegacySessions {
  private final int most;

  /// The one that was used longest ago comes first. Guarded by this.
  private final Map<String, LegacySession> byId = new LinkedHashMap<>(16, 0.75f, true);

  LegacySessions(int most) {
    this.most = most;
  }

  /// @return false if there is no room, because all clients have requests in progress
  synchronized boolean add(LegacySession session) {
    if (byId.size() >= most) {
      var idle = byId.values().stream().filter(LegacySession::isIdle).findFirst();
      if (idle.isEmpty()) {
        return false;
      }
      byId.remove(idle.get().id());
    }
    byId.put(session.id(), session);
    return true;
  }

  synchronized Optional<LegacySession> find(String id, String principal) {
    return Optional.ofNullable(byId.get(id)).filter(session -> session.isOf(principal));
  }

  synchronized void remove(LegacySession session) {
    byId.remove(session.id());
  }

  synchronized int size() {
    return byId.size();
  }
}
