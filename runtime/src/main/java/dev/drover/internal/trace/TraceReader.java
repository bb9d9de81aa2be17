package dev.drover.internal.trace;

import dev.drover.kernel.machine.SessionProfile;
import dev.drover.trace.TracePage;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import java.util.function.Function;

/// Reads a page of spans from a journal.
public final class TraceReader {
  private TraceReader() {}

  /// Reads the journal from its beginning, because a span may end long after others have begun.
  ///
  /// @param journal reads a page after a cursor
  /// @param profile of the session as it is now
  /// @param from spans that begin strictly after it
  /// @param limit the maximum number of spans; spans that begin with the same event are not
  ///   separated
  public static TracePage read(
      Function<Cursor, EventPage> journal, SessionProfile profile, Cursor from, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a page has at least one span: " + limit);
    }
    var tracer = new JournalTracer(profile, new PageSpans(from.seq(), limit));
    var cursor = Cursor.start(from.session());
    boolean more = true;
    while (more) {
      var page = journal.apply(cursor);
      page.items().forEach(item -> tracer.take(item.entry()));
      cursor = page.next();
      more = page.hasMore();
    }
    var shown = tracer.shown();
    return new TracePage(
        shown.spans(), new Cursor(from.session(), shown.last(cursor.seq())), shown.isCut());
  }
}
