package dev.drover.runtime.live;

import dev.drover.kernel.Recorded;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Entry;
import java.util.ArrayList;
import java.util.List;

/// The live side of one session in this process: its attempts that show something, and its
/// watchers. Attaching, showing and publishing exclude each other: a watcher gets what an attempt
/// has shown so far, and then each further fragment, once and in order.
///
/// All methods may be called by any thread. [Feeds] is locked before a feed, a feed before a
/// watcher.
final class Feed {
  private final List<LiveAttempt> attempts = new ArrayList<>(1);
  private final List<Watcher> watchers = new ArrayList<>(1);

  /// Number of the last event that was published, as far as it is known.
  private long last;

  synchronized void add(Watcher watcher) {
    for (var attempt : attempts) {
      attempt.replay(last, watcher::offer);
    }
    watchers.add(watcher);
  }

  synchronized void remove(Watcher watcher) {
    watchers.remove(watcher);
  }

  synchronized List<Watcher> watchers() {
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

  /// The bytes of an event are made only if somebody watches.
  ///
  /// @return whether an attempt ends with it
  synchronized boolean publish(Recorded entry, Entry line) {
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
