package dev.drover.internal.publish;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Journal;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;

/// The live side of one session in this process: its attempts with deltas, and its watchers.
/// Attaching, showing and publishing exclude each other: a watcher gets the earlier deltas of an
/// attempt, and then each further one, once and in order.
///
/// All methods may be called by any thread. Lock order: [LiveFeeds], feed, watcher.
final class LiveFeed {
  private final List<LiveAttempt> attempts = new ArrayList<>(1);
  private final List<SessionWatcher> watchers = new ArrayList<>(1);

  /// Number of the last published event, as far as it is known.
  private long last;

  synchronized void add(SessionWatcher watcher) {
    for (var attempt : attempts) {
      attempt.replay(last, watcher::offer);
    }
    watchers.add(watcher);
  }

  synchronized void remove(SessionWatcher watcher) {
    watchers.remove(watcher);
  }

  synchronized List<SessionWatcher> watchers() {
    return List.copyOf(watchers);
  }

  synchronized boolean isWatched() {
    return !watchers.isEmpty();
  }

  synchronized boolean isEmpty() {
    return attempts.isEmpty() && watchers.isEmpty();
  }

  synchronized LiveAttempt open(LiveAttempt attempt, long seq) {
    last = Math.max(last, seq);
    attempts.add(attempt);
    return attempt;
  }

  synchronized void close(LiveAttempt attempt) {
    attempts.remove(attempt);
  }

  synchronized void show(LiveAttempt attempt, Delta delta) {
    if (attempts.contains(attempt)) {
      attempt.keep(delta);
      if (!watchers.isEmpty()) {
        offer(attempt.shown(last, delta));
      }
    }
  }

  /// The bytes of an event are encoded only if there is a watcher.
  ///
  /// @return whether an attempt ends with it
  synchronized boolean publish(RecordedEvent entry, Journal.Entry line) {
    last = Math.max(last, entry.seq());
    if (!watchers.isEmpty()) {
      offer(new Notice.Happened(entry, line.bytes()));
    }
    return !attempts.isEmpty() && attempts.removeIf(each -> each.isEndedBy(entry.event()));
  }

  synchronized void offer(Notice notice) {
    for (int i = 0; i < watchers.size(); i++) {
      watchers.get(i).offer(notice);
    }
  }
}
