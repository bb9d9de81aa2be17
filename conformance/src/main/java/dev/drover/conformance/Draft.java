package dev.drover.conformance;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.OwnerId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An append in the making, so that a test says only what matters to it.
record Draft(
    SessionId session,
    long after,
    List<String> bodies,
    OwnerId owner,
    List<Change> changes,
    @Nullable InputId consumed) {
  static final OwnerId OWNER = new OwnerId("p-1");

  /// The first append of a session.
  static Draft opening(SessionId session, String... bodies) {
    return after(0, session, bodies)
        .with(new Change.SessionOpened("clerk", "/work", StoreConformance.NOON));
  }

  static Draft after(long after, SessionId session, String... bodies) {
    return new Draft(session, after, List.of(bodies), OWNER, List.of(), null);
  }

  /// Adds to what follows for the catalog.
  Draft with(Change change) {
    var more = new ArrayList<>(changes);
    more.add(change);
    return new Draft(session, after, bodies, owner, List.copyOf(more), consumed);
  }

  /// Adds that the run was accepted by the last event.
  Draft accepting(RunId run, @Nullable RunKey key) {
    return accepted(run, key, Change.Begins.AT_ONCE);
  }

  /// Adds that the run was accepted by the last event, and waits for its turn.
  Draft queueing(RunId run) {
    return accepted(run, null, Change.Begins.LATER);
  }

  private Draft accepted(RunId run, @Nullable RunKey key, Change.Begins begins) {
    return with(
        new Change.RunAccepted(
            run,
            after + bodies.size(),
            StoreConformance.NOON,
            "Hello",
            key,
            "digest of " + run,
            begins));
  }

  Draft consuming(String input) {
    return new Draft(session, after, bodies, owner, changes, new InputId(input));
  }

  Draft by(OwnerId writer) {
    return new Draft(session, after, bodies, writer, changes, consumed);
  }

  Append append() {
    var entries = new ArrayList<Entry>();
    for (var body : bodies) {
      entries.add(new Entry(after + 1 + entries.size(), Bytes.of(body)));
    }
    return new Append(session, after, entries, owner, changes, consumed);
  }
}
