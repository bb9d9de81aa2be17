package dev.drover.conformance;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Everything that can be read from a store, as one value: unchanged stores are equal.
///
/// @param sessions one for each session, in the order of creation
record StoreContents(
    List<SessionContents> sessions, List<Catalog.ApprovalRow> approvals, List<String> rules) {
  private static final int ALL = 10_000;

  /// @param statuses the status of the requested inputs, in their order
  record SessionContents(
      Catalog.SessionRow row,
      Optional<Journal.Slice> journal,
      Optional<Journal.Snapshot> snapshot,
      List<Catalog.RunRow> runs,
      List<Inbox.Item> waiting,
      List<Optional<Inbox.InputStatus>> statuses,
      List<ArtifactStore.ArtifactRow> artifacts,
      Optional<OwnerId> holder) {}

  static StoreContents in(Store store, InputId... inputs) {
    var sessions = new ArrayList<SessionContents>();
    for (var row : store.catalog().sessions(0, ALL)) {
      sessions.add(session(store, row, List.of(inputs)));
    }
    return new StoreContents(sessions, store.catalog().approvals(), store.catalog().rules(""));
  }

  private static SessionContents session(
      Store store, Catalog.SessionRow row, List<InputId> inputs) {
    SessionId session = row.session();
    return new SessionContents(
        row,
        store.journal().read(session, 0, ALL),
        store.journal().snapshot(session),
        store.catalog().runs(session, 0, ALL),
        store.inbox().waiting(session, ALL),
        inputs.stream().map(input -> store.inbox().status(session, input)).toList(),
        store.artifacts().list(session, 0, ALL),
        store.leases().holder(session).map(Leases.Lease::owner));
  }
}
