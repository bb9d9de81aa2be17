package dev.drover.testkit.sim;

import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Session;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.Notice;

/// Somebody who turns the pages of a journal, and knows from elsewhere what is written there (A9).
record Reading(Stage stage) {
  private static final SessionId NOBODY = new SessionId("nobody");
  private static final long FAR = 1_000_000;

  private void require(boolean holds, String what, Object... details) {
    stage.violations().require(holds, "A9", what, details);
  }

  void read(Session session) {
    int limit = 1 + stage.dice().nextInt(7);
    long before = stage.auditor().last(session.id());
    var cursor = new Cursor(session.id(), stage.dice().nextLong(before + 1));
    boolean hasMore = true;
    while (hasMore) {
      long known = stage.auditor().last(session.id());
      var page = session.page(cursor, limit);
      require(cursor, limit, known, page);
      cursor = page.next();
      hasMore = page.hasMore();
    }
    require(
        cursor.seq() >= before, "pages of %s end at %s, before %d", session.id(), cursor, before);
    requireRefusals(session, cursor);
  }

  /// @param known the number of the last event when it was asked for
  private void require(Cursor cursor, int limit, long known, EventPage page) {
    var session = cursor.session();
    long last = cursor.seq();
    boolean skips = false;
    for (var item : page.items()) {
      require(item.seq() > last, "%s has event %d after %d", session, item.seq(), last);
      require(
          stage.auditor().isWritten(session, item.seq(), item.line()),
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

  /// Nothing is an empty page that is no page at all.
  private void requireRefusals(Session session, Cursor end) {
    try {
      var page = session.page(new Cursor(session.id(), end.seq() + FAR), 1);
      require(false, "behind the end of %s is %s", session.id(), page);
    } catch (CursorInvalid _) {
      // As it should be.
    }
    try {
      var page = session.page(Cursor.start(NOBODY), 1);
      require(false, "another session's place is one in %s: %s", session.id(), page);
    } catch (CursorInvalid _) {
      // As it should be.
    }
    try {
      require(false, "nobody has %s", session.drover().archive().runs(NOBODY));
    } catch (SessionNotFound _) {
      // As it should be.
    }
    try {
      var report = session.drover().archive().report(new RunId("nothing"));
      require(false, "an unknown run has %s", report);
    } catch (RunNotFound _) {
      // As it should be.
    }
  }
}
