package dev.drover.runtime.writer;

import dev.drover.codec.EventCodec;
import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.OwnerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes decisions durable: encodes their events, once, and appends them with all that follows.
final class Pen {
  private final EventCodec events = new EventCodec();
  private final Journal journal;
  private final OwnerId owner;
  private final Correspondence correspondence;

  Pen(Journal journal, OwnerId owner, Correspondence correspondence) {
    this.journal = journal;
    this.owner = owner;
    this.correspondence = correspondence;
  }

  /// @param successor the first commit of the session that goes on, which is written with this one;
  ///   null if none does
  /// @return the encoded events, for the watchers
  /// @throws dev.drover.spi.store.AppendConflict if another writer was faster
  List<Entry> write(
      SessionId session,
      SessionState before,
      Commit commit,
      @Nullable Commit successor,
      @Nullable InputId consumed) {
    var entries = encode(session, commit);
    var changes = changes(before, commit, successor);
    append(new Append(session, before.position().seq(), entries, owner, changes, consumed));
    return entries;
  }

  /// A store that breaks need not have broken before it wrote: what it says then is no answer, and
  /// it is asked again, by looking.
  private void append(Append append) {
    try {
      journal.append(append);
    } catch (PortException broken) {
      if (!WriterProblems.mayPass(broken) || !isThere(append, broken)) {
        throw broken;
      }
    }
  }

  private boolean isThere(Append append, PortException broken) {
    try {
      return journal
          .read(append.session(), append.after(), append.entries().size())
          .filter(slice -> slice.entries().equals(append.entries()))
          .isPresent();
    } catch (PortException again) {
      broken.addSuppressed(again);
      return false;
    }
  }

  private List<Entry> encode(SessionId session, Commit commit) {
    var recorded = commit.entries();
    var entries = new Entry[recorded.size()];
    for (int i = 0; i < entries.length; i++) {
      var line = events.encode(session, recorded.get(i));
      entries[i] = new Entry(recorded.get(i).seq(), Bytes.of(line));
    }
    return List.of(entries);
  }

  private List<Change> changes(SessionState before, Commit commit, @Nullable Commit successor) {
    var own = Projector.changes(before, commit.entries());
    var sent = correspondence.of(before, commit);
    if (sent.isEmpty() && successor == null) {
      return own;
    }
    var all = new ArrayList<>(own);
    all.addAll(sent);
    if (successor != null) {
      all.add(new Change.Continued(beginning(commit.next(), successor)));
    }
    return all;
  }

  private Append beginning(SessionState handedOn, Commit successor) {
    var session = Objects.requireNonNull(successor.next().profile().session());
    var changes = Projector.changes(handedOn, successor.entries());
    long after = handedOn.position().seq();
    return new Append(session, after, encode(session, successor), owner, changes, null);
  }
}
