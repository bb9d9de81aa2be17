package dev.drover.spi.store;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.DeleteBlockedByForks;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The append-only events of every session.
///
/// Laws: an append is atomic, with its [Catalog.Change]s and the input it consumed; it succeeds
/// only if `after` is the number of the session's last event; it is durable when the method
/// returns; reads are repeatable, in the same order, until the events are trimmed; a number is
/// never used twice, not even after trimming.
///
/// A session may begin as a fork of another: its first events are those of its source, up to some
/// event, and are not copied. They are read as its own, and completely as long as the fork exists:
/// shared events are neither trimmed nor deleted. Where the beginning of the source was trimmed,
/// the fork also has its snapshot; it also has the artifacts of its source.
public interface Journal {
  /// @throws AppendConflict if another writer has appended since; the caller must read again. A
  ///   [WriteRefused.StoreWentBack] if the session has fewer events than the writer knows
  /// @throws WriteRefused if its run, or the run's key, was used before, or the input it consumes
  ///   is not waiting; if it forks a session that does not exist, or not up to that event; if its
  ///   successor cannot begin
  /// @throws AppendToDeletedSession if the session was deleted
  void append(Append append);

  /// The events after `after`, at most `limit`, in order. Trimmed ranges are skipped.
  ///
  /// @return empty if there is no such session
  Optional<Slice> read(SessionId session, long after, int limit);

  /// The saved state to start from, if there is one. Reading continues after its number.
  Optional<Snapshot> snapshot(SessionId session);

  /// Saves a snapshot and drops events up to its number, atomically. A later snapshot that is
  /// already saved stays: the events that it covers may be gone.
  ///
  /// In the catalog, a run that loses its oldest events begins where the rest of it begins. A run
  /// that loses all of them is removed, except for its key, which stays used.
  ///
  /// @param snapshot the state after an event that was written
  /// @param dropped ranges to drop, except for events that a fork shares; none reaches beyond the
  ///   snapshot
  /// @return how many events were dropped
  /// @throws ContradictoryWrite if there is no such session, or the snapshot is ahead of it
  long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped);

  /// Deletes the session: its events, snapshot, inputs, runs, keys, approvals and artifacts
  /// disappear for every reader, atomically. Content in the [ArtifactStore] that only this session
  /// had is deleted as well, and [Blobs] that only it referred to are dropped by the next
  /// [Blobs#sweep(java.time.Instant)].
  ///
  /// Its id and those of its runs are remembered forever: none is accepted again. Deleted data
  /// cannot be recovered from the bytes of the store either, unless it is being read during the
  /// deletion.
  ///
  /// @param after number of the last event that the caller knows
  /// @throws AppendConflict if another writer has appended since; nothing was changed
  /// @throws DeleteBlockedByForks if a fork shares its events; nothing was changed
  /// @throws AppendToDeletedSession if it was already deleted
  /// @throws ContradictoryWrite if there is no such session
  void delete(SessionId session, long after);

  boolean isDeleted(SessionId session);

  /// Checks the arguments of [#trim], for all stores.
  static void requireCovered(Snapshot snapshot, List<EventRange> dropped) {
    for (var stretch : dropped) {
      if (stretch.to() > snapshot.seq()) {
        throw new IllegalArgumentException(
            "dropping events %d to %d needs a later snapshot than that of event %d"
                .formatted(stretch.from(), stretch.to(), snapshot.seq()));
      }
    }
  }

  /// The parts of these ranges that may be dropped.
  ///
  /// @param shared number of the last event that any fork shares; 0 if there is no fork
  static List<EventRange> unshared(List<EventRange> dropped, long shared) {
    return shared == 0
        ? dropped
        : dropped.stream()
            .filter(stretch -> stretch.to() > shared)
            .map(stretch -> new EventRange(Math.max(stretch.from(), shared + 1), stretch.to()))
            .toList();
  }

  /// Some events of one session, and the range of existing ones.
  ///
  /// @param first number of the oldest event that still exists; `tail + 1` if none does
  /// @param tail number of the last event ever written
  /// @param shared number of the last event that it shares with its source; 0 if it is not a fork
  record Slice(List<Entry> entries, long first, long tail, long shared) {
    public Slice {
      entries = List.copyOf(entries);
    }

    /// For a session that is not a fork.
    public Slice(List<Entry> entries, long first, long tail) {
      this(entries, first, tail, 0);
    }
  }

  /// A saved fold: the encoded state after event `seq`.
  record Snapshot(long seq, Bytes state) {}

  /// Numbers `from` to `to`, inclusive.
  record EventRange(long from, long to) {
    public EventRange {
      if (from < 1 || to < from) {
        throw new IllegalArgumentException("not a range: %d to %d".formatted(from, to));
      }
    }
  }

  /// The events of one decision, and everything that becomes durable with them.
  ///
  /// @param after number of the last event that the writer knows; 0 creates the session. An append
  ///   that creates a fork gives the last event that the fork shares with its source.
  /// @param entries numbered `after + 1` and on, without gaps; at least one
  /// @param owner the writing process, which holds the session from now on
  /// @param changes the changes to the catalog; contain the opening of the session if, and only if,
  ///   this creates it
  /// @param consumed the input that caused this, if it waits in the inbox
  record Append(
      SessionId session,
      long after,
      List<Entry> entries,
      OwnerId owner,
      List<Catalog.Change> changes,
      @Nullable InputId consumed) {
    public Append {
      entries = List.copyOf(entries);
      changes = List.copyOf(changes);
      if (entries.isEmpty()) {
        throw new IllegalArgumentException("an append has at least one event");
      }
      if (isOpening(changes) != (after == 0) || (after == 0 && fork(changes) != null)) {
        throw new IllegalArgumentException(
            "the first append of session %s opens it, and no other does; this one is after event %d"
                .formatted(session, after));
      }
      requireFollowing(session, after + entries.size(), changes);
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).seq() != after + 1 + i) {
          throw new IllegalArgumentException(
              "event %d stands where %d belongs".formatted(entries.get(i).seq(), after + 1 + i));
        }
      }
    }

    // By index here and below: an append is made for every step of every run, and an iterator for
    // each check would cost more than the check.
    private static void requireFollowing(
        SessionId session, long last, List<Catalog.Change> changes) {
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Catalog.Change.Continued(var next)
            && (next.after() != last
                || next.fork().filter(fork -> fork.source().equals(session)).isEmpty())) {
          throw new IllegalArgumentException(
              "the successor of session %s begins as its fork, at event %d"
                  .formatted(session, last));
        }
      }
    }

    private static boolean isOpening(List<Catalog.Change> changes) {
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Catalog.Change.SessionOpened) {
          return true;
        }
      }
      return false;
    }

    private static Catalog.Change.@Nullable SessionForked fork(List<Catalog.Change> changes) {
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Catalog.Change.SessionForked forked) {
          return forked;
        }
      }
      return null;
    }

    /// The fork that this creates, if it creates one.
    public Optional<Catalog.Change.SessionForked> fork() {
      return Optional.ofNullable(fork(changes));
    }

    /// The append that begins the session's successor, if there is one.
    public Optional<Append> successor() {
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Catalog.Change.Continued(var next)) {
          return Optional.of(next);
        }
      }
      return Optional.empty();
    }

    public long last() {
      return after + entries.size();
    }
  }

  /// One event with its number, as a value.
  ///
  /// Encoded lazily: an entry that is neither stored nor read is never encoded. Any thread may be
  /// the first to ask for the bytes, and then encodes them.
  final class Entry {
    private final long seq;

    /// The bytes, or the event to encode.
    private volatile Object content;

    // The arguments of the encoder, without a closure and without the record around the event: a
    // store keeps one of these for each event.
    private final @Nullable Instant at;
    private final @Nullable Function<RecordedEvent, byte[]> encoder;

    private Entry(
        long seq,
        Object content,
        @Nullable Instant at,
        @Nullable Function<RecordedEvent, byte[]> encoder) {
      this.seq = seq;
      this.content = content;
      this.at = at;
      this.encoder = encoder;
    }

    public Entry(long seq, Bytes bytes) {
      this(seq, bytes, null, null);
    }

    /// Encoded when the bytes are first requested.
    ///
    /// @param encoder always returns the same content for one event, as a new array; may be called
    ///   by several threads concurrently
    public static Entry onDemand(RecordedEvent recorded, Function<RecordedEvent, byte[]> encoder) {
      return new Entry(recorded.seq(), recorded.event(), recorded.at(), encoder);
    }

    public long seq() {
      return seq;
    }

    public Bytes bytes() {
      var known = content;
      return known instanceof Bytes bytes ? bytes : encoded((Event) known);
    }

    private Bytes encoded(Event event) {
      var recorded = new RecordedEvent(seq, Objects.requireNonNull(at), event);
      var bytes = Bytes.of(Objects.requireNonNull(encoder).apply(recorded));
      content = bytes;
      return bytes;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry that
          && (this == that || (seq == that.seq && bytes().equals(that.bytes())));
    }

    @Override
    public int hashCode() {
      return Objects.hash(seq, bytes());
    }

    @Override
    public String toString() {
      return seq + ": " + bytes();
    }
  }
}
