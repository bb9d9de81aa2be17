package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import java.util.List;
import java.util.Optional;

/// The append-only events of every session.
///
/// Laws: an append is atomic, with its [CatalogChange]s and the input it consumed; it succeeds only
/// if `after` is the number of the session's last event; it is durable when the method returns;
/// reads are repeatable, in the same order, until the events are trimmed; a number is never used
/// twice, not even after trimming.
///
/// A session may begin as a fork of another: its first events are those of its source, up to some
/// event, and are not copied. They are read as its own, and completely as long as the fork exists:
/// shared events are neither trimmed nor deleted. Where the beginning of the source was trimmed,
/// the fork also has its snapshot; it also has the artifacts of its source.
public interface Journal {
  /// @throws AppendConflict if another writer has appended since; the caller must read again
  /// @throws WriteRefused if its run, or the run's key, was used before, or the input it consumes
  ///   is not waiting; if it forks a session that does not exist, or not up to that event; if its
  ///   successor cannot begin
  /// @throws AppendToDeletedSession if the session was deleted
  void append(JournalAppend append);

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
  /// @throws WriteRefused if there is no such session, or the snapshot is ahead of it
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
  /// @throws WriteRefused if there is no such session
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
  record Slice(List<JournalEntry> entries, long first, long tail, long shared) {
    public Slice {
      entries = List.copyOf(entries);
    }

    /// For a session that is not a fork.
    public Slice(List<JournalEntry> entries, long first, long tail) {
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
}
