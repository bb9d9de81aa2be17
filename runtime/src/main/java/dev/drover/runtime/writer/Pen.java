package dev.drover.runtime.writer;

import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.InputId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes decisions durable: has their events encoded, once, and appends them with all that follows.
/// A store that writes them down asks for the bytes when they are appended; one that keeps them in
/// memory may never do. Belongs to the session's writer.
final class Pen {
  private final SessionId session;
  private final Engine engine;
  private final Function<Recorded, byte[]> encoder;

  Pen(SessionId session, Engine engine) {
    this.session = session;
    this.engine = engine;
    this.encoder = encoder(session);
  }

  private Function<Recorded, byte[]> encoder(SessionId of) {
    var codec = engine.events();
    return event -> codec.encode(of, event);
  }

  /// @param successor the first commit of the session that goes on, which is written with this one;
  ///   null if none does
  /// @return the encoded events, for the watchers
  /// @throws dev.drover.spi.store.AppendConflict if another writer was faster
  List<Entry> write(
      SessionState before, Commit commit, @Nullable Commit successor, @Nullable InputId consumed) {
    var entries = entries(commit, encoder);
    var changes = changes(before, commit, successor);
    long after = before.position().seq();
    append(new Append(session, after, entries, engine.owner(), changes, consumed));
    return entries;
  }

  /// A store that breaks need not have broken before it wrote: what it says then is no answer, and
  /// it is asked again, by looking.
  private void append(Append append) {
    try {
      engine.journal().append(append);
    } catch (PortException broken) {
      if (!WriterProblems.mayPass(broken) || !isThere(append, broken)) {
        throw broken;
      }
    }
  }

  private boolean isThere(Append append, PortException broken) {
    try {
      return engine
          .journal()
          .read(append.session(), append.after(), append.entries().size())
          .filter(slice -> slice.entries().equals(append.entries()))
          .isPresent();
    } catch (PortException again) {
      broken.addSuppressed(again);
      return false;
    }
  }

  private static List<Entry> entries(Commit commit, Function<Recorded, byte[]> encoder) {
    var events = commit.entries();
    // Most decisions have few: without an array in between that is copied.
    return switch (events.size()) {
      case 1 -> List.of(Entry.onDemand(events.get(0), encoder));
      case 2 ->
          List.of(Entry.onDemand(events.get(0), encoder), Entry.onDemand(events.get(1), encoder));
      case 3 ->
          List.of(
              Entry.onDemand(events.get(0), encoder),
              Entry.onDemand(events.get(1), encoder),
              Entry.onDemand(events.get(2), encoder));
      default -> events.stream().map(event -> Entry.onDemand(event, encoder)).toList();
    };
  }

  private List<Change> changes(SessionState before, Commit commit, @Nullable Commit successor) {
    var own = Projector.changes(before, commit.entries());
    var sent = engine.correspondence().of(before, commit);
    var wake = WakeChange.of(before, commit);
    if (sent.isEmpty() && successor == null && wake == null) {
      return own;
    }
    var all = new ArrayList<>(own);
    all.addAll(sent);
    if (wake != null) {
      all.add(wake);
    }
    if (successor != null) {
      all.add(new Change.Continued(beginning(commit.next(), successor)));
    }
    return all;
  }

  private Append beginning(SessionState handedOn, Commit successor) {
    var next = Objects.requireNonNull(successor.next().profile().session());
    var entries = entries(successor, encoder(next));
    var changes = new ArrayList<>(Projector.changes(handedOn, successor.entries()));
    var wake = WakeChange.of(handedOn, successor);
    if (wake != null) {
      changes.add(wake);
    }
    long after = handedOn.position().seq();
    return new Append(next, after, entries, engine.owner(), changes, null);
  }
}
