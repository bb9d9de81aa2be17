package dev.drover.internal.query;

import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.publish.SessionWatcher;
import dev.drover.internal.publish.SessionWatcher.NoticeFilter;
import dev.drover.internal.publish.WatchSource;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.EventStream;
import java.util.function.Supplier;

/// Opens streams of events: first from the store, and then live.
public record EventStreamFactory(StoredSessionQueries queries, LiveFeeds feeds)
    implements WatchSource {
  private static final int PAGE = 500;

  @Override
  public EventPage page(Cursor after) {
    return queries.page(after, PAGE);
  }

  @Override
  public String read(Text text) {
    return queries.read(text);
  }

  @Override
  public boolean isKept(RunId run) {
    return queries.row(run).isPresent();
  }

  /// Events of a whole session.
  ///
  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if the cursor is past the last event
  SessionWatcher from(Cursor from, NoticeFilter interest) {
    queries.page(from, 1);
    return SessionWatcher.attach(feeds, this, from, interest);
  }

  /// Events of one run.
  SessionWatcher of(RunRow row, NoticeFilter interest) {
    long before = beginning(row);
    return from(new Cursor(row.session(), before), interest).narrow(row.run(), before);
  }

  /// A run and its session.
  public record RunPlace(SessionId session, RunId run) {}

  /// Events of the run that is about to start in a session. Watching starts before the run does.
  public EventStream ofNext(SessionId session, Supplier<RunPlace> start) {
    long tail = queries.state(session).position().seq();
    var watcher = from(new Cursor(session, tail), NoticeFilter.EVENTS_AND_FRAGMENTS);
    boolean isFollowed = false;
    try {
      var place = start.get();
      isFollowed = place.session().equals(session);
      return isFollowed ? narrow(watcher, place.run(), tail) : queries.events(place.run());
    } finally {
      // Also if the prompt went to the successor of the session.
      if (!isFollowed) {
        watcher.close();
      }
    }
  }

  /// A run that already existed may have begun long ago; a run that another process starts may not
  /// exist yet.
  private SessionWatcher narrow(SessionWatcher watcher, RunId run, long tail) {
    long before = queries.row(run).map(this::beginning).orElse(tail);
    return watcher.narrow(run, Math.min(tail, before));
  }

  /// The position before the first event of a run. If its oldest events were trimmed, that is the
  /// last event before them that is still stored, so that the reader sees the gap.
  long beginning(RunRow row) {
    long before = row.firstSeq() - 1;
    var first = queries.page(new Cursor(row.session(), before), 1).items();
    boolean isWhole =
        first.isEmpty()
            || first.getFirst().event() instanceof Event.RunAccepted
            || first.getFirst().event() instanceof Event.PromptQueued;
    return isWhole ? before : lastKept(row.session(), before);
  }

  /// The last event at or before that number; 0 if there is none. A binary search, because a
  /// journal is read forwards only.
  private long lastKept(SessionId session, long seq) {
    long low = 0;
    long high = seq;
    while (low < high) {
      long middle = low + (high - low) / 2;
      var next = queries.page(new Cursor(session, middle), 1).items();
      if (next.isEmpty() || next.getFirst().seq() > seq) {
        high = middle;
      } else {
        low = next.getFirst().seq();
      }
    }
    return low;
  }
}
