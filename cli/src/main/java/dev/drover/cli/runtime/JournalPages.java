package dev.drover.cli.runtime;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads whole journals page by page.
public final class JournalPages {
  private static final int PAGE = 500;

  private JournalPages() {}

  /// Passes on all pages after the cursor.
  ///
  /// @return the start of the next page
  public static Cursor pages(SessionQueries queries, Cursor from, Consumer<EventPage> consumer) {
    var page = queries.page(from, PAGE);
    consumer.accept(page);
    while (page.hasMore()) {
      page = queries.page(page.next(), PAGE);
      consumer.accept(page);
    }
    return page.next();
  }

  /// All retained events of a session.
  public static List<Notice.Happened> all(SessionQueries queries, SessionId session) {
    var all = new ArrayList<Notice.Happened>();
    pages(queries, Cursor.start(session), page -> all.addAll(page.items()));
    return all;
  }

  /// The events of one run, and the compactions of the conversation for its sake.
  public static List<Notice.Happened> of(SessionQueries queries, RunSnapshot run) {
    var own = new ArrayList<Notice.Happened>();
    var page = queries.page(new Cursor(run.session(), run.firstSeq() - 1), PAGE);
    boolean isGoing = false;
    while (true) {
      for (var item : page.items()) {
        isGoing |=
            item.event() instanceof Event.RunAccepted accepted && accepted.run().equals(run.run());
        if (isOf(run.run(), item) || (isGoing && isCompaction(item.event()))) {
          own.add(item);
        }
        if (item.event() instanceof Event.RunFinished finished
            && finished.run().equals(run.run())) {
          return own;
        }
      }
      if (!page.hasMore()) {
        return own;
      }
      page = queries.page(page.next(), PAGE);
    }
  }

  /// A requested compaction happens between runs, or too late.
  private static boolean isCompaction(Event event) {
    return event instanceof Event.HistoryCompacted
        || event instanceof Event.CompactionDenied
        || (event instanceof Event.CompactionFailed(var failure)
            && failure.cause() != CompactionOutcome.Cause.ASKED);
  }

  private static boolean isOf(RunId run, Notice.Happened item) {
    return item.event() instanceof Event.OfRun about && about.run().equals(run);
  }
}
