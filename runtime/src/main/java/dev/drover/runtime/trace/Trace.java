package dev.drover.runtime.trace;

import dev.drover.kernel.Profile;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import java.util.List;
import java.util.function.Function;

/// Some spans, in the order in which they began, and where one is with them.
///
/// @param next where the next page starts
/// @param hasMore whether others begin after these
public record Trace(List<TraceSpan> spans, Cursor next, boolean hasMore) {
  public Trace {
    spans = List.copyOf(spans);
  }

  /// Reads the journal from its beginning, because a span may end long after others have begun.
  ///
  /// @param journal reads a page after a cursor
  /// @param profile of the session as it is now
  /// @param from spans that begin strictly after it
  /// @param limit how many at the most; those that begin with one event are never parted
  public static Trace read(
      Function<Cursor, EventPage> journal, Profile profile, Cursor from, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a page has at least one span: " + limit);
    }
    var tracer = new Tracer(profile, new Shown(from.seq(), limit));
    var cursor = Cursor.start(from.session());
    boolean more = true;
    while (more) {
      var page = journal.apply(cursor);
      page.items().forEach(item -> tracer.take(item.entry()));
      cursor = page.next();
      more = page.hasMore();
    }
    var shown = tracer.shown();
    return new Trace(
        shown.spans(), new Cursor(from.session(), shown.last(cursor.seq())), shown.isCut());
  }
}
