package dev.drover.runtime.live;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Notice;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Who watches which session in this process. A session that nobody watches costs one look into a
/// map for each commit, and nothing for each fragment.
///
/// All methods may be called by any thread.
public final class Feeds {
  private final ConcurrentHashMap<SessionId, CopyOnWriteArrayList<Watcher>> watchers =
      new ConcurrentHashMap<>();

  void add(SessionId session, Watcher watcher) {
    watchers.compute(
        session,
        (_, those) -> {
          var list = those == null ? new CopyOnWriteArrayList<Watcher>() : those;
          list.add(watcher);
          return list;
        });
  }

  void remove(SessionId session, Watcher watcher) {
    watchers.computeIfPresent(
        session,
        (_, those) -> {
          those.remove(watcher);
          return those.isEmpty() ? null : those;
        });
  }

  public boolean isWatched(SessionId session) {
    return !watchers.isEmpty() && watchers.containsKey(session);
  }

  public void publish(SessionId session, Notice notice) {
    for (var watcher : of(session)) {
      watcher.offer(notice);
    }
  }

  /// Something may be in the journal that was not published here.
  public void nudge(SessionId session) {
    of(session).forEach(Watcher::nudge);
  }

  public void nudgeAll() {
    watchers.values().forEach(those -> those.forEach(Watcher::nudge));
  }

  /// Ends every stream of the session, after what is already in them.
  public void end(SessionId session) {
    of(session).forEach(Watcher::close);
  }

  public void endAll() {
    watchers.keySet().forEach(this::end);
  }

  private List<Watcher> of(SessionId session) {
    if (watchers.isEmpty()) {
      return List.of();
    }
    var those = watchers.get(session);
    return those == null ? List.of() : those;
  }
}
