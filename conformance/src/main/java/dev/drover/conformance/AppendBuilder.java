package dev.drover.conformance;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A builder for appends, so that a test states only what matters to it.
record AppendBuilder(
    SessionId session,
    long after,
    List<String> bodies,
    OwnerId owner,
    List<Catalog.Change> changes,
    @Nullable InputId consumed) {
  static final OwnerId OWNER = new OwnerId("p-1");

  /// The first append of a session.
  static AppendBuilder opening(SessionId session, String... bodies) {
    return after(0, session, bodies)
        .with(new Catalog.Change.SessionOpened("clerk", "/work", StoreConformance.NOON));
  }

  static AppendBuilder after(long after, SessionId session, String... bodies) {
    return new AppendBuilder(session, after, List.of(bodies), OWNER, List.of(), null);
  }

  /// Adds a catalog change.
  AppendBuilder with(Catalog.Change change) {
    var more = new ArrayList<>(changes);
    more.add(change);
    return new AppendBuilder(session, after, bodies, owner, List.copyOf(more), consumed);
  }

  /// Adds that the run was accepted by the last event.
  AppendBuilder accepting(RunId run, @Nullable RunKey key) {
    return accepted(run, key, Catalog.Change.Begins.AT_ONCE);
  }

  /// Adds that the run was accepted by the last event, and waits for its turn.
  AppendBuilder queueing(RunId run) {
    return accepted(run, null, Catalog.Change.Begins.LATER);
  }

  private AppendBuilder accepted(RunId run, @Nullable RunKey key, Catalog.Change.Begins begins) {
    return with(
        new Catalog.Change.RunAccepted(
            run,
            after + bodies.size(),
            StoreConformance.NOON,
            "Hello",
            key,
            "digest of " + run,
            begins));
  }

  AppendBuilder consuming(String input) {
    return new AppendBuilder(session, after, bodies, owner, changes, new InputId(input));
  }

  AppendBuilder by(OwnerId writer) {
    return new AppendBuilder(session, after, bodies, writer, changes, consumed);
  }

  Journal.Append append() {
    var entries = new ArrayList<Journal.Entry>();
    for (var body : bodies) {
      entries.add(new Journal.Entry(after + 1 + entries.size(), Bytes.of(body)));
    }
    return new Journal.Append(session, after, entries, owner, changes, consumed);
  }
}
