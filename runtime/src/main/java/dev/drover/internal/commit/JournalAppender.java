package dev.drover.internal.commit;

import dev.drover.codec.EventCodec;
import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.inbox.WriterProblems;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes decisions durable: encodes their events once, and appends them with everything that
/// follows from them. A store that writes to disk requests the bytes when they are appended; a
/// store in memory may never request them. Belongs to the session's writer.
public final class JournalAppender {
  private final SessionId session;
  private final Journal journal;
  private final ProcessLease presence;
  private final TaskMessages taskMessages;
  private final SuccessorCommit successors;
  private final EventCodec codec;
  private final Function<RecordedEvent, byte[]> encoder;
  private long leaseEpoch = -1;

  public JournalAppender(
      SessionId session,
      Journal journal,
      ProcessLease presence,
      EventCodec codec,
      TaskMessages taskMessages,
      SuccessorCommit successors) {
    this.session = session;
    this.journal = journal;
    this.presence = presence;
    this.successors = successors;
    this.taskMessages = taskMessages;
    this.codec = codec;
    this.encoder = encoder(session);
  }

  private Function<RecordedEvent, byte[]> encoder(SessionId of) {
    return event -> codec.encode(of, event);
  }

  /// The result of an append.
  ///
  /// @param lines the encoded events, for the watchers
  /// @param successor the state of the successor, which was created in the same append; null if the
  ///   conversation was not handed off
  record Written(List<Journal.Entry> lines, @Nullable SessionState successor) {}

  /// @throws dev.drover.spi.store.WriteRefused.AppendConflict if another writer appended first
  Written write(SessionState before, Commit commit, @Nullable InputId consumed) {
    long epoch = presence.leaseEpoch();
    var successor = successors.of(before, commit);
    var entries = entries(commit, encoder);
    var changes = changes(before, commit, successor);
    long after = before.position().seq();
    append(new Journal.Append(session, after, entries, presence.owner(), changes, consumed));
    leaseEpoch = epoch;
    return new Written(entries, successor == null ? null : successor.next());
  }

  /// The lease epoch in which this process last appended; none if it has not.
  public long leaseEpoch() {
    return leaseEpoch;
  }

  /// Whether no event follows this one.
  boolean isLast(long seq) {
    return journal.read(session, seq, 1).filter(slice -> slice.tail() == seq).isPresent();
  }

  /// An append is refused if another process has appended in the meantime. An ignored input is not
  /// appended, so this method checks instead, because ignoring it is final.
  ///
  /// @throws AppendConflict if another process has appended
  void requireUpToDate(SessionState known) {
    long seq = known.position().seq();
    var tail = journal.read(session, seq, 1).map(Journal.Slice::tail).orElse(seq);
    if (tail > seq) {
      throw new AppendConflict(session, seq, tail);
    }
  }

  /// A store may fail after it has written. Its failure is not an answer, so the journal is read to
  /// find out. Equal events alone do not prove it: two processes that take over the same input at
  /// the same time decide the same, and only one of them may carry it out.
  private void append(Journal.Append append) {
    try {
      journal.append(append);
    } catch (PortException broken) {
      if (!WriterProblems.mayPass(broken) || !isThere(append, broken)) {
        throw broken;
      }
    }
  }

  private boolean isThere(Journal.Append append, PortException broken) {
    try {
      return journal
              .read(append.session(), append.after(), append.entries().size())
              .filter(slice -> slice.entries().equals(append.entries()))
              .isPresent()
          && presence.readIsLastWriter(append.session());
    } catch (PortException again) {
      broken.addSuppressed(again);
      return false;
    }
  }

  private static List<Journal.Entry> entries(
      Commit commit, Function<RecordedEvent, byte[]> encoder) {
    var events = commit.entries();
    // Most decisions have few events: avoids an array that is copied.
    return switch (events.size()) {
      case 1 -> List.of(Journal.Entry.onDemand(events.get(0), encoder));
      case 2 ->
          List.of(
              Journal.Entry.onDemand(events.get(0), encoder),
              Journal.Entry.onDemand(events.get(1), encoder));
      case 3 ->
          List.of(
              Journal.Entry.onDemand(events.get(0), encoder),
              Journal.Entry.onDemand(events.get(1), encoder),
              Journal.Entry.onDemand(events.get(2), encoder));
      default -> events.stream().map(event -> Journal.Entry.onDemand(event, encoder)).toList();
    };
  }

  private List<Catalog.Change> changes(
      SessionState before, Commit commit, @Nullable Commit successor) {
    var own = Projector.changes(before, commit.entries());
    var sent = taskMessages.of(before, commit);
    var wake = WakeTimeChange.of(before, commit);
    if (sent.isEmpty() && successor == null && wake == null) {
      return own;
    }
    var all = new ArrayList<>(own);
    all.addAll(sent);
    if (wake != null) {
      all.add(wake);
    }
    if (successor != null) {
      all.add(new Catalog.Change.Continued(beginning(commit.next(), successor)));
    }
    return all;
  }

  private Journal.Append beginning(SessionState handedOn, Commit successor) {
    var next = Objects.requireNonNull(successor.next().profile().session());
    var entries = entries(successor, encoder(next));
    var changes = new ArrayList<>(Projector.changes(handedOn, successor.entries()));
    var wake = WakeTimeChange.of(handedOn, successor);
    if (wake != null) {
      changes.add(wake);
    }
    long after = handedOn.position().seq();
    return new Journal.Append(next, after, entries, presence.owner(), changes, null);
  }
}
