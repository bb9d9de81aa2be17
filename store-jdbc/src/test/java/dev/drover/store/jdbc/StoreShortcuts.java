package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.List;

/// Shortcuts for writing to a store and reading it.
final class StoreShortcuts {
  static final SessionId SESSION = new SessionId("s-1");

  private static final OwnerId OWNER = new OwnerId("p-1");
  private static final int ALL = 1_000_000;

  private StoreShortcuts() {}

  /// Appends one event, and opens the session if it is the first.
  static void append(Store store, SessionId session, long after, String body) {
    List<Catalog.Change> changes =
        after == 0
            ? List.of(new Catalog.Change.SessionOpened("clerk", "/work", Instant.EPOCH))
            : List.of();
    store
        .journal()
        .append(
            new Journal.Append(
                session,
                after,
                List.of(new Journal.Entry(after + 1, Bytes.of(body))),
                OWNER,
                changes,
                null));
  }

  /// The bodies of the session's events; empty if there are none.
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
