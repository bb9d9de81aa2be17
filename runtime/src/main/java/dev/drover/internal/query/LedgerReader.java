package dev.drover.internal.query;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.query.SessionQueries.UsageLedger;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.watch.Cursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Reads a [UsageLedger] from the journals of a session and all its descendants.
record LedgerReader(StoredSessionQueries queries) {
  private static final int PAGE = 500;

  UsageLedger of(SessionId session) {
    var lines = new ArrayList<UsageLedgerLine>();
    add(session, 0, lines);
    return new UsageLedger(lines);
  }

  private void add(SessionId session, int depth, List<UsageLedgerLine> lines) {
    var state = queries.state(session);
    var found = found(session);
    var own = found.fallbacks().lines(session, depth, state);
    lines.add(found.beside().without(own.getFirst()));
    lines.addAll(own.subList(1, own.size()));
    lines.addAll(found.beside().lines(session, depth + 1));
    for (var child : queries.children(session)) {
      found.gone().remove(child.session());
      add(child.session(), depth + 1, lines);
    }
    found.gone().forEach((child, end) -> lines.add(end.line(child, depth + 1)));
  }

  /// The usage that the session received when a child ended. For a child that was deleted since,
  /// nothing else is left.
  private record ReportedUsage(String agent, Usage usage) {
    UsageLedgerLine line(SessionId child, int depth) {
      return new UsageLedgerLine(child, agent, depth, "", usage, OptionalLong.empty());
    }
  }

  /// Values that only the events of a session contain.
  private record JournalUsage(
      Map<SessionId, ReportedUsage> gone, FallbackUsage fallbacks, OneShotUsage beside) {}

  private JournalUsage found(SessionId session) {
    var told = new LinkedHashMap<SessionId, ReportedUsage>();
    var fallbacks = new FallbackUsage();
    var beside = new OneShotUsage();
    // Events before a fork belong to its source.
    long before = queries.origin(session).map(ForkRow::at).orElse(0L);
    var cursor = new Cursor(session, before);
    while (true) {
      var page = queries.page(cursor, PAGE);
      for (var item : page.items()) {
        fallbacks.take(item.event());
        beside.take(item.event());
        if (item.event() instanceof Event.TaskStarted started) {
          told.put(started.child(), new ReportedUsage(started.agent(), Usage.NONE));
        } else if (item.event() instanceof Event.TaskEnded ended) {
          told.computeIfPresent(
              ended.child(), (_, begun) -> new ReportedUsage(begun.agent(), ended.usage()));
        }
      }
      if (!page.hasMore()) {
        return new JournalUsage(told, fallbacks, beside);
      }
      cursor = page.next();
    }
  }
}
