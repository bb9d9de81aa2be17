package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
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
    var found = found(session);
    var own = found.fallbacks().lines(session, depth, state);
    lines.add(found.beside().without(own.getFirst()));
    lines.addAll(own.subList(1, own.size()));
    lines.addAll(found.beside().lines(session, depth + 1));
    for (var child : archive.children(session)) {
      found.gone().remove(child.session());
      add(child.session(), depth + 1, lines);
    }
    found.gone().forEach((child, end) -> lines.add(end.line(child, depth + 1)));
  }

  /// What the session was told when a child ended. Of one that was deleted since nothing else is
  /// left.
  private record Told(String agent, Usage usage) {
    LedgerLine line(SessionId child, int depth) {
      return new LedgerLine(child, agent, depth, "", usage, OptionalLong.empty());
    }
  }

  /// What only the events of a session tell.
  private record Found(Map<SessionId, Told> gone, FallbackUse fallbacks, BesideUse beside) {}

  private Found found(SessionId session) {
    var told = new LinkedHashMap<SessionId, Told>();
    var fallbacks = new FallbackUse();
    var beside = new BesideUse();
    // What came before a fork was done for its source.
    long before = archive.origin(session).map(ForkRow::at).orElse(0L);
    var cursor = new Cursor(session, before);
    while (true) {
      var page = archive.page(cursor, PAGE);
      for (var item : page.items()) {
        fallbacks.take(item.event());
        beside.take(item.event());
        if (item.event() instanceof Event.TaskStarted started) {
          told.put(started.child(), new Told(started.agent(), Usage.NONE));
        } else if (item.event() instanceof Event.TaskEnded ended) {
          told.computeIfPresent(
              ended.child(), (_, begun) -> new Told(begun.agent(), ended.usage()));
        }
      }
      if (!page.hasMore()) {
        return new Found(told, fallbacks, beside);
      }
      cursor = page.next();
    }
  }
}
