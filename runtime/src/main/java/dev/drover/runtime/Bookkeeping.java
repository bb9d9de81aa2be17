package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Usage;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.store.Catalog.ForkRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Reads a [Ledger] from the journals of a session and all below it.
record Bookkeeping(Archive archive) {
  private static final int PAGE = 500;

  Ledger of(SessionId session) {
    var lines = new ArrayList<LedgerLine>();
    add(session, 0, lines);
    return new Ledger(lines);
  }

  private void add(SessionId session, int depth, List<LedgerLine> lines) {
    var state = archive.state(session);
    lines.add(line(session, depth, state));
    var gone = told(session);
    for (var child : archive.children(session)) {
      gone.remove(child.session());
      add(child.session(), depth + 1, lines);
    }
    gone.forEach((child, end) -> lines.add(end.line(child, depth + 1)));
  }

  private static LedgerLine line(SessionId session, int depth, SessionState state) {
    var spending = state.totals().spending();
    var recipe = state.profile().recipe();
    return new LedgerLine(
        session,
        state.profile().agent(),
        depth,
        recipe == null ? "" : recipe.model(),
        state.totals().usage(),
        spending.budgets().price() == null
            ? OptionalLong.empty()
            : OptionalLong.of(spending.session().money()));
  }

  /// What the session was told when a child ended. Of one that was deleted since nothing else is
  /// left.
  private record Told(String agent, Usage usage) {
    LedgerLine line(SessionId child, int depth) {
      return new LedgerLine(child, agent, depth, "", usage, OptionalLong.empty());
    }
  }

  private Map<SessionId, Told> told(SessionId session) {
    var told = new LinkedHashMap<SessionId, Told>();
    // What came before a fork was done for its source.
    long before = archive.origin(session).map(ForkRow::at).orElse(0L);
    var cursor = new Cursor(session, before);
    while (true) {
      var page = archive.page(cursor, PAGE);
      for (var item : page.items()) {
        if (item.event() instanceof Event.TaskStarted started) {
          told.put(started.child(), new Told(started.agent(), Usage.NONE));
        } else if (item.event() instanceof Event.TaskEnded ended) {
          told.computeIfPresent(
              ended.child(), (_, begun) -> new Told(begun.agent(), ended.usage()));
        }
      }
      if (!page.hasMore()) {
        return told;
      }
      cursor = page.next();
    }
  }
}
