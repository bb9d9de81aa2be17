package dev.drover.internal.publish;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The watchers of all sessions in this process, and the deltas of their attempts. A session
/// without watchers and deltas costs one map lookup for each commit.
///
/// All methods may be called by any thread.
public final class LiveFeeds {
  private final ConcurrentHashMap<SessionId, LiveFeed> feeds = new ConcurrentHashMap<>();
  private final WatchLimits limits;

  public LiveFeeds(WatchLimits limits) {
    this.limits = limits;
  }

  WatchLimits limits() {
    return limits;
  }

  void add(SessionId session, SessionWatcher watcher) {
    feeds.compute(
        session,
        (_, known) -> {
          var feed = known == null ? new LiveFeed() : known;
          feed.add(watcher);
          return feed;
        });
  }

  void remove(SessionId session, SessionWatcher watcher) {
    feeds.computeIfPresent(
        session,
        (_, feed) -> {
          feed.remove(watcher);
          return feed.isEmpty() ? null : feed;
        });
  }

  /// An attempt has its first delta.
  ///
  /// @param seq number of the last event
  public LiveAttempt open(SessionId session, Effect effect, long seq) {
    var opened = new LiveAttempt[1];
    feeds.compute(
        session,
        (_, known) -> {
          var feed = known == null ? new LiveFeed() : known;
          opened[0] = feed.open(new LiveAttempt(session, feed, effect, limits.replay()), seq);
          return feed;
        });
    return opened[0];
  }

  /// The attempt is over, with or without an event.
  public void close(LiveAttempt attempt) {
    feeds.computeIfPresent(
        attempt.session(),
        (_, feed) -> {
          feed.close(attempt);
          return feed.isEmpty() ? null : feed;
        });
  }

  public boolean isWatched(SessionId session) {
    var feed = find(session);
    return feed != null && feed.isWatched();
  }

  /// Whether no session has watchers or deltas.
  public boolean isEmpty() {
    return feeds.isEmpty();
  }

  /// An event has become durable.
  public void publish(SessionId session, RecordedEvent entry, Journal.Entry line) {
    var feed = find(session);
    if (feed != null && feed.publish(entry, line)) {
      feeds.computeIfPresent(session, (_, known) -> known.isEmpty() ? null : known);
    }
  }

  /// Shows a notice that is not stored.
  public void show(SessionId session, Notice.ChildUsage usage) {
    var feed = find(session);
    if (feed != null) {
      feed.offer(usage);
    }
  }

  /// The journal may have events that were not published here.
  public void nudge(SessionId session) {
    watchers(session).forEach(SessionWatcher::nudge);
  }

  public void nudgeAll() {
    feeds.keySet().forEach(this::nudge);
  }

  /// Ends every stream of the session, after the notices that are already in it.
  public void end(SessionId session) {
    watchers(session).forEach(SessionWatcher::close);
  }

  public void endAll() {
    feeds.keySet().forEach(this::end);
  }

  private List<SessionWatcher> watchers(SessionId session) {
    var feed = find(session);
    return feed == null ? List.of() : feed.watchers();
  }

  private @Nullable LiveFeed find(SessionId session) {
    // The size of the map is not checked first: a map counts an entry after it can be found.
    return feeds.get(session);
  }
}
