package dev.drover.store.jdbc;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.List;

/// Short ways to write to a store and to read it.
final class Sessions {
  static final SessionId SESSION = new SessionId("s-1");

  private static final OwnerId OWNER = new OwnerId("p-1");
  private static final int ALL = 1_000_000;

  private Sessions() {}

  /// Appends one event, and opens the session if it is the first.
  static void append(Store store, SessionId session, long after, String body) {
    List<Change> changes =
        after == 0 ? List.of(new Change.SessionOpened("clerk", "/work", Instant.EPOCH)) : List.of();
    store
        .journal()
        .append(
            new Append(
                session,
                after,
                List.of(new Entry(after + 1, Bytes.of(body))),
                OWNER,
                changes,
                null));
  }

  /// What the session says, event by event; empty if there is none.
  static List<String> bodies(Store store, SessionId session) {
    return store
        .journal()
        .read(session, 0, ALL)
        .map(slice -> slice.entries().stream().map(entry -> entry.bytes().toString()).toList())
        .orElse(List.of());
  }

  static long tail(Store store, SessionId session) {
    return store.catalog().session(session).map(row -> row.tail()).orElse(0L);
  }
}
