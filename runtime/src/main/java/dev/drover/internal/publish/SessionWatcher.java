package dev.drover.internal.publish;

import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import dev.drover.watch.Notice.Missed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One reader's view of one session: the journal up to its end, then the live feed.
///
/// It is registered with the feed before it first reads the journal, so no event is missed between
/// the two; duplicates are recognized by their number. The journal is the authority: whenever the
/// live buffer cannot continue at the reader's position, because it overflowed, because another
/// process appended, or because a number is missing, the reader goes back to the journal. Only
/// deltas and trimmed events can be lost; the reader is notified of both.
///
/// [#offer], [#nudge] and [#close] may be called by any thread; the rest belongs to the reader.
public final class SessionWatcher implements EventStream {
  private final LiveFeeds feeds;
  private final WatchSource source;
  private final NoticeFilter interest;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final ArrayDeque<Notice> live = new ArrayDeque<>();
  private boolean stale = true;
  private boolean held;
  private boolean closed;
  private long dropped;

  // Belongs to the reader.
  private @Nullable RunId only;
  private Cursor cursor;
  private final ShownReplies replies;
  // Calls of the one run that started tasks.
  private final Set<EffectId> tasks = new HashSet<>();
  private final ArrayDeque<Notice> ready = new ArrayDeque<>(3);
  private Iterator<Notice.Happened> page = Collections.emptyIterator();
  private boolean ended;

  /// Which notices a reader wants.
  public enum NoticeFilter {
    EVENTS,
    EVENTS_AND_FRAGMENTS
  }

  private SessionWatcher(LiveFeeds feeds, WatchSource source, Cursor from, NoticeFilter interest) {
    this.feeds = feeds;
    this.source = source;
    this.cursor = from;
    this.interest = interest;
    this.replies = new ShownReplies(source::read);
  }

  /// Watches the whole session, from after this position.
  public static SessionWatcher attach(
      LiveFeeds feeds, WatchSource source, Cursor from, NoticeFilter interest) {
    var watcher = new SessionWatcher(feeds, source, from, interest);
    feeds.add(from.session(), watcher);
    return watcher;
  }

  /// Watches one run only; its end is the end of the stream. Must be called before anything is
  /// read.
  public SessionWatcher narrow(RunId run, long after) {
    only = run;
    cursor = new Cursor(cursor.session(), after);
    return this;
  }

  void offer(Notice notice) {
    if (interest == NoticeFilter.EVENTS && !(notice instanceof Notice.Happened)) {
      return;
    }
    lock.lock();
    try {
      if (live.size() >= feeds.limits().buffer()) {
        live.forEach(lost -> dropped += fragments(lost));
        live.clear();
        stale = true;
      }
      live.add(notice);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static long fragments(Notice notice) {
    return switch (notice) {
      case Notice.Shown _ -> 1;
      case Missed missed -> missed.fragments();
      case Notice.Happened _, Notice.ChildUsage _ -> 0;
    };
  }

  void nudge() {
    lock.lock();
    try {
      stale = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    feeds.remove(cursor.session(), this);
  }

  @Override
  public boolean isAtEnd() {
    return ended && ready.isEmpty();
  }

  @Override
  public Optional<Notice> next() {
    return next(Long.MAX_VALUE);
  }

  @Override
  public Optional<Notice> next(Duration atMost) {
    return next(WaitLimit.cap(atMost).toNanos());
  }

  private Optional<Notice> next(long nanos) {
    long left = nanos;
    while (ready.isEmpty() && !ended) {
      if (page.hasNext()) {
        take(page.next());
        continue;
      }
      switch (look(left)) {
        case ReadResult.Saw(var notice) -> follow(notice);
        case ReadResult.Waited(var remaining) -> {
          if (remaining <= 0) {
            return Optional.empty();
          }
          left = remaining;
        }
        case ReadResult.ReadAgain(var missed) -> {
          if (missed > 0) {
            ready.add(new Missed(missed, 0, Missed.Why.SLOW_READER));
          }
          turnPageOrEnd();
        }
        case ReadResult.Over _ -> end();
      }
    }
    return Optional.ofNullable(ready.poll());
  }

  private sealed interface ReadResult {
    record Saw(Notice notice) implements ReadResult {}

    record Waited(long remaining) implements ReadResult {}

    record ReadAgain(long missed) implements ReadResult {}

    record Over() implements ReadResult {}
  }

  private ReadResult look(long nanos) {
    lock.lock();
    try {
      if (stale) {
        stale = false;
        long missed = dropped;
        dropped = 0;
        return new ReadResult.ReadAgain(missed);
      }
      var notice = live.poll();
      if (notice != null) {
        return new ReadResult.Saw(notice);
      }
      if (held) {
        held = false;
        return new ReadResult.ReadAgain(0);
      }
      if (closed) {
        return new ReadResult.Over();
      }
      return new ReadResult.Waited(await(nanos));
    } finally {
      lock.unlock();
    }
  }

  // The caller loops: it checks again, and returns if there is nothing.
  @SuppressWarnings("WaitNotInLoop")
  private long await(long nanos) {
    try {
      if (nanos == Long.MAX_VALUE) {
        changed.await();
        return nanos;
      }
      return nanos <= 0 ? 0 : changed.awaitNanos(nanos);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("events of session " + cursor.session());
    }
  }

  /// The session may have been deleted, in this process or another: then the stream ends.
  private void turnPageOrEnd() {
    try {
      turnPage();
    } catch (SessionNotFound deleted) {
      end();
    }
  }

  private void turnPage() {
    var next = source.page(cursor);
    page = beforeLive(next.items()).iterator();
    if (next.items().isEmpty()) {
      passOver(beforeLive(next.tail()));
    } else if (next.hasMore() || next.items().getLast().seq() < next.tail()) {
      nudge();
    }
  }

  /// Trimmed events may still be in the live buffer.
  private long beforeLive(long tail) {
    lock.lock();
    try {
      long last = Math.min(tail, placeOfLive());
      held |= last < tail;
      return last;
    } finally {
      lock.unlock();
    }
  }

  /// The part of a page before the live buffer. The rest comes from the buffer, with the deltas in
  /// their places; anything else is read when the buffer is empty.
  private List<Notice.Happened> beforeLive(List<Notice.Happened> items) {
    lock.lock();
    try {
      while (live.peek() instanceof Notice.Happened first && first.seq() <= cursor.seq()) {
        live.poll();
      }
      long last = placeOfLive();
      var before = items.stream().filter(item -> item.seq() <= last).toList();
      held |= before.size() < items.size();
      return before;
    } finally {
      lock.unlock();
    }
  }

  /// Number of the last event before the live buffer.
  private long placeOfLive() {
    for (var notice : live) {
      switch (notice) {
        case Notice.Happened happened -> {
          return happened.seq() - 1;
        }
        case Notice.Shown shown -> {
          return shown.after();
        }
        case Missed _, Notice.ChildUsage _ -> {}
      }
    }
    return Long.MAX_VALUE;
  }

  private void follow(Notice notice) {
    switch (notice) {
      case Notice.Happened happened -> {
        if (happened.seq() == cursor.seq() + 1) {
          take(happened);
        } else if (happened.seq() > cursor.seq()) {
          nudge();
        }
      }
      case Notice.Shown shown -> {
        if ((only == null || only.equals(shown.run())) && replies.admit(shown)) {
          ready.add(shown);
        }
      }
      case Notice.ChildUsage used -> {
        if (only == null || tasks.contains(used.call())) {
          ready.add(used);
        }
      }
      case Missed missed -> ready.add(missed);
    }
  }

  /// The next event of the session.
  private void take(Notice.Happened happened) {
    passOver(happened.seq() - 1);
    var missing = isWanted(happened) ? missingBefore(happened) : null;
    cursor = new Cursor(cursor.session(), happened.seq());
    if (ended || !isWanted(happened)) {
      return;
    }
    if (missing != null) {
      ready.add(missing);
    }
    replies.seen(happened);
    ready.add(happened);
    if (only != null && happened.event() instanceof Event.TaskStarted started) {
      tasks.add(started.effect());
    }
    if (only != null && happened.event() instanceof Event.RunFinished) {
      end();
    }
  }

  /// Events up to this number were trimmed. If one run is watched, that may be all of it.
  private void passOver(long seq) {
    if (seq > cursor.seq()) {
      ready.add(new Missed(0, seq - cursor.seq(), Missed.Why.TRIMMED));
      cursor = new Cursor(cursor.session(), seq);
      if (only != null && !source.isKept(only)) {
        end();
      }
    }
  }

  private Notice.@Nullable Shown missingBefore(Notice.Happened happened) {
    if (interest == NoticeFilter.EVENTS) {
      return null;
    }
    try {
      return replies.missingBefore(happened);
    } catch (RuntimeException unreadable) {
      // The event is read again with the next call.
      page = Collections.emptyIterator();
      nudge();
      throw unreadable;
    }
  }

  private boolean isWanted(Notice.Happened notice) {
    return only == null
        || (notice.event() instanceof Event.OfRun about && about.run().equals(only));
  }

  private void end() {
    ended = true;
    close();
  }
}
