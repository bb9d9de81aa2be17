package dev.drover.runtime.live;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Entry;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who watches which session in this process, and what its attempts have shown so far. A session
/// that nobody watches, and that shows nothing, costs one look into a map for each commit.
///
/// All methods may be called by any thread.
public final class Feeds {
  private final ConcurrentHashMap<SessionId, Feed> feeds = new ConcurrentHashMap<>();
  private final WatchLimits limits;

  public Feeds(WatchLimits limits) {
    this.limits = limits;
  }

  WatchLimits limits() {
    return limits;
  }

  void add(SessionId session, Watcher watcher) {
    feeds.compute(
        session,
        (_, known) -> {
          var feed = known == null ? new Feed() : known;
          feed.add(watcher);
          return feed;
        });
  }

  void remove(SessionId session, Watcher watcher) {
    feeds.computeIfPresent(
        session,
        (_, feed) -> {
          feed.remove(watcher);
          return feed.isEmpty() ? null : feed;
        });
  }

  /// An attempt begins to show something.
  ///
  /// @param seq number of the last event
  public LiveAttempt open(SessionId session, Effect effect, long seq) {
    var opened = new LiveAttempt[1];
    feeds.compute(
        session,
        (_, known) -> {
          var feed = known == null ? new Feed() : known;
          opened[0] = feed.open(new LiveAttempt(session, feed, effect, limits.replay()), seq);
          return feed;
        });
    return opened[0];
  }

  /// The attempt is over, whether an event says so or not.
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

  /// Whether any session is watched, or shows something.
  public boolean isEmpty() {
    return feeds.isEmpty();
  }

  /// An event has become durable.
  public void publish(SessionId session, Recorded entry, Entry line) {
    var feed = find(session);
    if (feed != null && feed.publish(entry, line)) {
      feeds.computeIfPresent(session, (_, known) -> known.isEmpty() ? null : known);
    }
  }

  /// Something that is kept nowhere.
  public void show(SessionId session, Notice.ChildUsage usage) {
    var feed = find(session);
    if (feed != null) {
      feed.offer(usage);
    }
  }

  /// Something may be in the journal that was not published here.
  public void nudge(SessionId session) {
    watchers(session).forEach(Watcher::nudge);
  }

  public void nudgeAll() {
    feeds.keySet().forEach(this::nudge);
  }

  /// Ends every stream of the session, after what is already in them.
  public void end(SessionId session) {
    watchers(session).forEach(Watcher::close);
  }

  public void endAll() {
    feeds.keySet().forEach(this::end);
  }

  private List<Watcher> watchers(SessionId session) {
    var feed = find(session);
    return feed == null ? List.of() : feed.watchers();
  }

  private @Nullable Feed find(SessionId session) {
    // Not after a look at the number of feeds: a map counts an entry after it can be found.
    return feeds.get(session);
  }
}
