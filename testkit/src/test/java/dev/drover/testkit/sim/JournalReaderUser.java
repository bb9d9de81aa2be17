package dev.drover.testkit.sim;

import dev.drover.Session;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.Notice;

/// A user who pages through a journal, and knows its content from elsewhere (A9).
record JournalReaderUser(SimulationContext context) {
  private static final SessionId UNKNOWN = new SessionId("nobody");
  private static final long FAR = 1_000_000;

  private void require(boolean holds, String what, Object... details) {
    context.violations().require(holds, "A9", what, details);
  }

  void read(Session session) {
    int limit = 1 + context.dice().nextInt(7);
    long before = context.auditor().last(session.id());
    var cursor = new Cursor(session.id(), context.dice().nextLong(before + 1));
    boolean hasMore = true;
    while (hasMore) {
      long known = context.auditor().last(session.id());
      var page = session.page(cursor, limit);
      require(cursor, limit, known, page);
      cursor = page.next();
      hasMore = page.hasMore();
    }
    require(
        cursor.seq() >= before, "pages of %s end at %s, before %d", session.id(), cursor, before);
    requireRefusals(session, cursor);
  }

  /// @param known the number of the last event at the time of the request
  private void require(Cursor cursor, int limit, long known, EventPage page) {
    var session = cursor.session();
    long last = cursor.seq();
    boolean skips = false;
    for (var item : page.items()) {
      require(item.seq() > last, "%s has event %d after %d", session, item.seq(), last);
      require(
          context.auditor().isWritten(session, item.seq(), item.line()),
          "event %d of %s was never written so",
          item.seq(),
          session);
      skips |= item.seq() != last + 1;
      last = item.seq();
    }
    require(page.items().size() <= limit, "%d events for %d", page.items().size(), limit);
    require(page.tail() >= known, "%s ends at %d, not at %d", session, known, page.tail());
    boolean isFull = page.items().size() == limit && last < page.tail();
    require(page.hasMore() == isFull, "%s of %s has more: %s", cursor, session, page.hasMore());
    require(
        page.next().equals(new Cursor(session, isFull ? last : page.tail())),
        "after %s comes %s",
        cursor,
        page.next());
    boolean isShort = !isFull && last < page.tail();
    require(page.gap() == (skips || isShort), "%s of %s has a gap: %s", cursor, limit, page.gap());
    require(
        page.items().stream().map(Notice.Happened::seq).allMatch(seq -> seq >= page.first()),
        "an event of %s is before its first, %d",
        session,
        page.first());
  }

  /// An invalid request is refused and never returns an empty page.
  private void requireRefusals(Session session, Cursor end) {
    try {
      var page = session.page(new Cursor(session.id(), end.seq() + FAR), 1);
      require(false, "behind the end of %s is %s", session.id(), page);
    } catch (CursorInvalid _) {
      // Expected.
    }
    try {
      var page = session.page(Cursor.start(UNKNOWN), 1);
      require(false, "another session's place is one in %s: %s", session.id(), page);
    } catch (CursorInvalid _) {
      // Expected.
    }
    try {
      require(false, "an unknown session has %s", session.drover().queries().runs(UNKNOWN));
    } catch (SessionNotFound _) {
      // Expected.
    }
    try {
      var report = session.drover().queries().report(new RunId("nothing"));
      require(false, "an unknown run has %s", report);
    } catch (RunNotFound _) {
      // Expected.
    }
  }
}
