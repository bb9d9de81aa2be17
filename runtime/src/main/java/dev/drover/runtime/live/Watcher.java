package dev.drover.runtime.live;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One reader's view of one session: the journal up to its end, then the live feed.
///
/// It is registered with the feed before it first reads the journal, so nothing falls between the
/// two; what comes twice is known by its number. The journal is the truth: whenever the live buffer
/// cannot continue where the reader is, because it overflowed, because another process wrote, or
/// because a number is missing, the reader goes back to the journal. Only fragments can be lost.
///
/// [#offer], [#nudge] and [#close] may be called by any thread; the rest belongs to the reader.
public final class Watcher implements EventStream {
  private final Feeds feeds;
  private final Function<Cursor, EventPage> journal;
  private final @Nullable RunId only;
  private final int capacity;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final ArrayDeque<Notice> live = new ArrayDeque<>();
  private boolean stale = true;
  private boolean held;
  private boolean closed;
  private long dropped;

  // Belongs to the reader.
  private Cursor cursor;
  private Iterator<Notice.Happened> page = Collections.emptyIterator();
  private boolean ended;

  private Watcher(
      Feeds feeds,
      Function<Cursor, EventPage> journal,
      Cursor from,
      @Nullable RunId only,
      int capacity) {
    this.feeds = feeds;
    this.journal = journal;
    this.cursor = from;
    this.only = only;
    this.capacity = capacity;
  }

  /// @param journal reads a page after a cursor
  /// @param only the run to watch, whose end is the end of the stream; null for the whole session
  /// @param capacity how many notices may wait for a slow reader
  public static Watcher attach(
      Feeds feeds,
      Function<Cursor, EventPage> journal,
      Cursor from,
      @Nullable RunId only,
      int capacity) {
    var watcher = new Watcher(feeds, journal, from, only, capacity);
    feeds.add(from.session(), watcher);
    return watcher;
  }

  void offer(Notice notice) {
    lock.lock();
    try {
      if (live.size() >= capacity) {
        dropped += live.stream().filter(Notice.Shown.class::isInstance).count();
        live.clear();
        stale = true;
      }
      live.add(notice);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
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
    return ended;
  }

  @Override
  public Optional<Notice> next() {
    return next(Long.MAX_VALUE);
  }

  @Override
  public Optional<Notice> next(Duration atMost) {
    return next(atMost.toNanos());
  }

  private Optional<Notice> next(long nanos) {
    long left = nanos;
    while (!ended) {
      if (page.hasNext()) {
        var notice = page.next();
        cursor = new Cursor(cursor.session(), notice.seq());
        if (isWanted(notice)) {
          return Optional.of(endingWith(notice));
        }
        continue;
      }
      var sight = look(left);
      switch (sight) {
        case Sight.Saw(var notice) -> {
          var wanted = follow(notice);
          if (wanted != null) {
            return Optional.of(wanted);
          }
        }
        case Sight.Waited(var remaining) -> {
          if (remaining <= 0) {
            return Optional.empty();
          }
          left = remaining;
        }
        case Sight.ReadAgain(var missed) -> {
          long trimmed = turnPageOrEnd();
          if (missed > 0 || trimmed > 0) {
            return Optional.of(new Notice.Missed(missed, trimmed));
          }
        }
        case Sight.Over _ -> end();
      }
    }
    return Optional.empty();
  }

  private sealed interface Sight {
    record Saw(Notice notice) implements Sight {}

    record Waited(long remaining) implements Sight {}

    record ReadAgain(long missed) implements Sight {}

    record Over() implements Sight {}
  }

  private Sight look(long nanos) {
    lock.lock();
    try {
      if (stale) {
        stale = false;
        long missed = dropped;
        dropped = 0;
        return new Sight.ReadAgain(missed);
      }
      var notice = live.poll();
      if (notice != null) {
        return new Sight.Saw(notice);
      }
      if (held) {
        held = false;
        return new Sight.ReadAgain(0);
      }
      if (closed) {
        return new Sight.Over();
      }
      return new Sight.Waited(await(nanos));
    } finally {
      lock.unlock();
    }
  }

  // The caller loops: it looks again, and comes back if there is nothing.
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

  /// The session may have been deleted, here or elsewhere: then this is its end.
  private long turnPageOrEnd() {
    try {
      return turnPage();
    } catch (SessionNotFound deleted) {
      end();
      return 0;
    }
  }

  /// @return how many events were trimmed before the page that is now open
  private long turnPage() {
    var next = journal.apply(cursor);
    long resumes = next.items().isEmpty() ? next.tail() + 1 : next.items().getFirst().seq();
    long trimmed = resumes - cursor.seq() - 1;
    cursor = new Cursor(cursor.session(), resumes - 1);
    page = beforeLive(next.items()).iterator();
    if (next.hasMore()) {
      nudge();
    }
    return trimmed;
  }

  /// The part of a page that lies before what waits live. The rest follows from there, with the
  /// fragments in their places; what does not is read when nothing waits any more.
  private List<Notice.Happened> beforeLive(List<Notice.Happened> items) {
    lock.lock();
    try {
      while (live.peek() != null && isPast(live.peek())) {
        live.poll();
      }
      var first = live.peek();
      if (first == null) {
        return items;
      }
      long last =
          switch (first) {
            case Notice.Happened happened -> happened.seq() - 1;
            case Notice.Shown shown -> shown.after();
            case Notice.Missed _ -> Long.MAX_VALUE;
          };
      var before = items.stream().filter(item -> item.seq() <= last).toList();
      held |= before.size() < items.size();
      return before;
    } finally {
      lock.unlock();
    }
  }

  private boolean isPast(Notice notice) {
    return switch (notice) {
      case Notice.Happened happened -> happened.seq() <= cursor.seq();
      case Notice.Shown shown -> shown.after() < cursor.seq();
      case Notice.Missed _ -> false;
    };
  }

  /// What the reader gets of a live notice; null if it has seen it or does not want it.
  private @Nullable Notice follow(Notice notice) {
    return switch (notice) {
      case Notice.Happened happened when isPast(happened) -> null;
      case Notice.Happened happened when happened.seq() > cursor.seq() + 1 -> {
        nudge();
        yield null;
      }
      case Notice.Happened happened -> {
        cursor = new Cursor(cursor.session(), happened.seq());
        yield isWanted(happened) ? endingWith(happened) : null;
      }
      // What was settled by an event that the reader has seen is not shown after it.
      case Notice.Shown shown when isPast(shown) -> null;
      case Notice.Shown shown -> only == null || only.equals(shown.run()) ? shown : null;
      case Notice.Missed missed -> missed;
    };
  }

  private boolean isWanted(Notice.Happened notice) {
    return only == null
        || (notice.event() instanceof Event.OfRun about && about.run().equals(only));
  }

  private Notice endingWith(Notice.Happened notice) {
    if (only != null && notice.event() instanceof Event.RunFinished) {
      end();
    }
    return notice;
  }

  private void end() {
    ended = true;
    close();
  }
}
