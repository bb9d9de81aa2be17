package dev.drover.conformance;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that can be read from a store, as one value: what was not changed is equal.
///
/// @param books one for each session, in the order of creation
record Everything(List<Book> books, List<Catalog.ApprovalRow> approvals, List<String> rules) {
  private static final int ALL = 10_000;

  /// @param fates of the inputs that were asked about, in that order
  record Book(
      Catalog.SessionRow row,
      Optional<Journal.Slice> journal,
      Optional<Journal.Snapshot> snapshot,
      List<Catalog.RunRow> runs,
      List<Inbox.Item> waiting,
      List<Optional<Inbox.Fate>> fates,
      List<Shelf.Kept> artifacts,
      Optional<Leases.Lease> holder) {}

  static Everything in(Store store, InputId... inputs) {
    var books = new ArrayList<Book>();
    for (var row : store.catalog().sessions(0, ALL)) {
      books.add(book(store, row, List.of(inputs)));
    }
    return new Everything(books, store.catalog().approvals(), store.catalog().rules(""));
  }

  private static Book book(Store store, Catalog.SessionRow row, List<InputId> inputs) {
    SessionId session = row.session();
    return new Book(
        row,
        store.journal().read(session, 0, ALL),
        store.journal().snapshot(session),
        store.catalog().runs(session, 0, ALL),
        store.inbox().waiting(session, ALL),
        inputs.stream().map(input -> store.inbox().fate(session, input)).toList(),
        store.shelf().list(session, 0, ALL),
        store.leases().holder(session));
  }
}
