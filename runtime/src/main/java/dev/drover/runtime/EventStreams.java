package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.live.Feeds;
import dev.drover.runtime.live.WatchSource;
import dev.drover.runtime.live.Watcher;
import dev.drover.runtime.live.Watcher.Interest;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.spi.store.Catalog.RunRow;
import java.util.function.Supplier;

/// Opens streams of events: what is in the store, and then live.
record EventStreams(Archive archive, Feeds feeds) implements WatchSource {
  private static final int PAGE = 500;

  @Override
  public EventPage page(Cursor after) {
    return archive.page(after, PAGE);
  }

  @Override
  public String read(Text text) {
    return archive.read(text);
  }

  @Override
  public boolean isKept(RunId run) {
    return archive.row(run).isPresent();
  }

  /// Of a whole session.
  ///
  /// @throws dev.drover.runtime.problem.CursorInvalid if the cursor is past the last event
  Watcher from(Cursor from, Interest interest) {
    archive.page(from, 1);
    return Watcher.attach(feeds, this, from, interest);
  }

  /// Of one run.
  Watcher of(RunRow row, Interest interest) {
    long before = beginning(row);
    return from(new Cursor(row.session(), before), interest).narrow(row.run(), before);
  }

  /// Of the run that is about to begin in a session. Watching begins before the run does.
  RunStream ofNext(SessionId session, Supplier<Run> start) {
    long tail = archive.state(session).position().seq();
    var watcher = from(new Cursor(session, tail), Interest.EVENTS_AND_FRAGMENTS);
    boolean isFollowed = false;
    try {
      var run = start.get();
      isFollowed = run.session().equals(session);
      return new RunStream(run, isFollowed ? narrow(watcher, run, tail) : run.events());
    } finally {
      // Also if the prompt went to the session that the conversation was handed to.
      if (!isFollowed) {
        watcher.close();
      }
    }
  }

  /// A run that is found may have begun long ago; one that another process begins is not there yet.
  private Watcher narrow(Watcher watcher, Run run, long tail) {
    long before = archive.row(run.id()).map(this::beginning).orElse(tail);
    return watcher.narrow(run.id(), Math.min(tail, before));
  }

  /// The place before the first event of a run. Where its oldest events were trimmed that is the
  /// last event before them that is still there, so that the reader sees the gap.
  long beginning(RunRow row) {
    long before = row.firstSeq() - 1;
    var first = archive.page(new Cursor(row.session(), before), 1).items();
    boolean isWhole =
        first.isEmpty()
            || first.getFirst().event() instanceof Event.RunAccepted
            || first.getFirst().event() instanceof Event.PromptQueued;
    return isWhole ? before : lastKept(row.session(), before);
  }

  /// The last event at or before that number; 0 if there is none. Halves the range, since a journal
  /// is read forwards only.
  private long lastKept(SessionId session, long seq) {
    long low = 0;
    long high = seq;
    while (low < high) {
      long middle = low + (high - low) / 2;
      var next = archive.page(new Cursor(session, middle), 1).items();
      if (next.isEmpty() || next.getFirst().seq() > seq) {
        high = middle;
      } else {
        low = next.getFirst().seq();
      }
    }
    return low;
  }
}
