package dev.drover.cli.work;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.runtime.Archive;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads journals from one end to the other, page by page.
public final class Journals {
  private static final int PAGE = 500;

  private Journals() {}

  /// Hands over all pages after the cursor.
  ///
  /// @return where the next page would start
  public static Cursor pages(Archive archive, Cursor from, Consumer<EventPage> consumer) {
    var page = archive.page(from, PAGE);
    consumer.accept(page);
    while (page.hasMore()) {
      page = archive.page(page.next(), PAGE);
      consumer.accept(page);
    }
    return page.next();
  }

  /// Everything that is kept of a session.
  public static List<Notice.Happened> all(Archive archive, SessionId session) {
    var all = new ArrayList<Notice.Happened>();
    pages(archive, Cursor.start(session), page -> all.addAll(page.items()));
    return all;
  }

  /// The events of one run, and what became of the session's conversation for its sake.
  public static List<Notice.Happened> of(Archive archive, RunSnapshot run) {
    var own = new ArrayList<Notice.Happened>();
    var page = archive.page(new Cursor(run.session(), run.firstSeq() - 1), PAGE);
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
      page = archive.page(page.next(), PAGE);
    }
  }

  /// What somebody asked for comes between runs, or too late.
  private static boolean isCompaction(Event event) {
    return event instanceof Event.HistoryCompacted
        || event instanceof Event.CompactionDenied
        || (event instanceof Event.CompactionFailed(var failure)
            && failure.cause() != ShorteningOutcome.Cause.ASKED);
  }

  private static boolean isOf(RunId run, Notice.Happened item) {
    return item.event() instanceof Event.OfRun about && about.run().equals(run);
  }
}
