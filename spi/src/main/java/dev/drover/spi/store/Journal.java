package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.util.List;
import java.util.Optional;

/// The append-only facts of every session.
///
/// Laws: an append is all or nothing, with its [Change]s and the input it consumed; it succeeds
/// only if `after` is the number of the session's last event; it is durable when the method
/// returns; what was read once is read again, in the same order, until it is trimmed; a number is
/// never used twice, not even after trimming.
///
/// A session may begin as a fork of another: its first events are the other's, up to a place, and
/// are not copied. They are read as its own, whole as long as the fork is there: what a fork shares
/// is neither trimmed nor deleted. Where the beginning of the source is gone, its saved fold is the
/// fork's as well; so are its claims to artifacts.
public interface Journal {
  /// @throws AppendConflict if someone else has written since; the caller must read again
  /// @throws WriteRefused if its run, or the run's key, was used before, or the input it consumes
  ///   is not waiting; if it forks a session that is not there, or not up to that place; if its
  ///   successor cannot begin
  /// @throws AppendToDeleted if the session was deleted
  void append(Append append);

  /// The events after `after`, at most `limit`, in order. A trimmed stretch is passed over.
  ///
  /// @return empty if there is no such session
  Optional<Slice> read(SessionId session, long after, int limit);

  /// The saved fold to start from, if there is one. Reading goes on after its number.
  Optional<Snapshot> snapshot(SessionId session);

  /// Saves a fold and drops events at or before its number, all in one. Where a later fold is saved
  /// already it stays: what it covers may be gone.
  ///
  /// A run that loses its oldest events begins, in the catalog, where the rest of it begins. One
  /// that loses all of them is no longer there, but for its key, which is not free again.
  ///
  /// @param snapshot of an event that was written
  /// @param dropped stretches to drop, as far as no fork shares them; none reaches beyond the
  ///   snapshot
  /// @return how many events were dropped
  /// @throws WriteRefused if there is no such session, or the snapshot is ahead of it
  long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped);

  /// Takes the session away: its events, snapshot, inputs, runs, keys, approvals and claims to
  /// artifacts are gone for every reader, all at once or not at all. What only it kept on the
  /// [Shelf] is gone as well, and what only it named of [Blobs] goes with the next
  /// [Blobs#sweep(java.time.Instant)].
  ///
  /// Its id is remembered for ever, and so are those of its runs: none is accepted again. What is
  /// gone cannot be read in the bytes of the store either, as far as nobody is reading it while
  /// this is done.
  ///
  /// @param after number of the last event the caller knows
  /// @throws AppendConflict if someone else has written since; nothing was changed
  /// @throws SessionHasForks if a fork shares its events; nothing was changed
  /// @throws AppendToDeleted if it was deleted before
  /// @throws WriteRefused if there is no such session
  void delete(SessionId session, long after);

  boolean isDeleted(SessionId session);

  /// The one check of what [#trim] is given.
  static void requireCovered(Snapshot snapshot, List<Stretch> dropped) {
    for (var stretch : dropped) {
      if (stretch.to() > snapshot.seq()) {
        throw new IllegalArgumentException(
            "dropping events %d to %d needs a later snapshot than that of event %d"
                .formatted(stretch.from(), stretch.to(), snapshot.seq()));
      }
    }
  }

  /// What may be dropped of these stretches.
  ///
  /// @param shared number of the last event that any fork shares; 0 if there is no fork
  static List<Stretch> unshared(List<Stretch> dropped, long shared) {
    return shared == 0
        ? dropped
        : dropped.stream()
            .filter(stretch -> stretch.to() > shared)
            .map(stretch -> new Stretch(Math.max(stretch.from(), shared + 1), stretch.to()))
            .toList();
  }

  /// Some events of one session, with the ends of what there is.
  ///
  /// @param first number of the oldest event that is still there; `tail + 1` if none is
  /// @param tail number of the last event ever written
  /// @param shared number of the last event that it shares with the session it was forked from; 0
  ///   if it is no fork
  record Slice(List<Entry> entries, long first, long tail, long shared) {
    public Slice {
      entries = List.copyOf(entries);
    }

    /// Of a session that is no fork.
    public Slice(List<Entry> entries, long first, long tail) {
      this(entries, first, tail, 0);
    }
  }

  /// A saved fold: the state after event `seq`, encoded.
  record Snapshot(long seq, Bytes state) {}

  /// Numbers `from` to `to`, both included.
  record Stretch(long from, long to) {
    public Stretch {
      if (from < 1 || to < from) {
        throw new IllegalArgumentException("not a stretch: %d to %d".formatted(from, to));
      }
    }
  }
}
