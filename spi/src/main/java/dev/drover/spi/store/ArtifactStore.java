package dev.drover.spi.store;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Artifacts: large outputs, kept for a limited time outside the conversation. An entry of [Blobs]
/// is kept as long as an event refers to it; an artifact is dropped when it is old or when there
/// are too many bytes.
///
/// Laws:
/// - content is named by the digest of its bytes, and is stored once, even if one or several
///   sessions store it repeatedly;
/// - a session finds, reads, lists and pins its own artifacts only;
/// - content is written in pieces and read by ranges: it is never held in memory as a whole;
/// - an artifact exists, durably, when [Upload#finish] returns, and not before: an upload whose
///   process died is never visible, and its pieces are swept;
/// - swept content is gone for every session, and may be stored again.
public interface ArtifactStore {
  /// The maximum number of bytes of a piece.
  int MAX_PIECE = 256 * 1024;

  /// A shorter prefix of a name finds nothing.
  int SHORTEST_NAME = 8;

  /// Begins to store an artifact for the session.
  ///
  /// @param at the start of its age
  Upload startUpload(SessionId session, Instant at);

  /// @param name the whole name, or a prefix of at least [#SHORTEST_NAME] digits
  /// @return empty if no artifact of the session has this name, or if several have
  Optional<ArtifactRow> find(SessionId session, String name);

  /// The bytes from `offset` on; fewer than `length` only at the end.
  ///
  /// @return empty if the session has no such artifact, or has it no longer
  Optional<Bytes> read(SessionId session, BlobId name, long offset, int length);

  /// In the order in which the session first stored them.
  ///
  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  List<ArtifactRow> list(SessionId session, long after, int limit);

  /// Protects the content from being swept, for all sessions that have it, until this session
  /// unpins it.
  ///
  /// @return whether the session has it
  boolean pin(SessionId session, BlobId name);

  /// @return whether the session has it
  boolean unpin(SessionId session, BlobId name);

  /// Drops the content that [Sweep#dropped] selects, for every session, and the unfinished uploads
  /// of dead processes.
  SweepResult sweep(Sweep sweep);

  /// Whether this could be a name: hexadecimal digits, and enough of them.
  static boolean isName(String name) {
    return name.length() >= SHORTEST_NAME && name.matches("[0-9a-f]{1,64}");
  }

  /// Checks the argument of [Upload#add], for all stores.
  static void requirePiece(Bytes piece) {
    if (piece.length() < 1 || piece.length() > MAX_PIECE) {
      throw new IllegalArgumentException(
          "a piece has 1 to %d bytes, not %d".formatted(MAX_PIECE, piece.length()));
    }
  }

  /// An artifact that is being written. Belongs to one thread.
  interface Upload extends AutoCloseable {
    /// @param piece 1 to [#MAX_PIECE] bytes, which follow the previous ones
    /// @throws ContradictoryWrite if there is no such session, or the upload is so old that it was
    ///   swept
    void add(Bytes piece);

    /// Makes it an artifact of the session; nothing can be added afterwards. If the session has
    /// this artifact already, its age is that of this upload, and it stays pinned if it was.
    ///
    /// @throws ContradictoryWrite as [#add] does
    ArtifactRow finish();

    /// Discards the pieces, unless it is finished. Idempotent.
    @Override
    void close();
  }

  /// @param ordinal position in the order in which artifacts were first stored
  /// @param at when the session last stored it
  record ArtifactRow(long ordinal, BlobId name, long bytes, Instant at, boolean pinned) {}

  /// @param dropped the number of artifacts that were dropped
  /// @param bytesLeft the total size of the rest, unfinished uploads included
  record SweepResult(int dropped, long bytesLeft) {}

  /// Selects the content of an [ArtifactStore] to drop so that its limits hold.
  ///
  /// Content that is older than the maximum age is dropped, then the oldest first, until the rest
  /// is within the size limit. Pinned content is never dropped, so the limit may still be exceeded.
  /// Unfinished uploads count towards the size, but are dropped only by age: they are still being
  /// written, or their process died.
  ///
  /// @param before content that was stored earlier is too old
  /// @param maxBytes the total size of all content
  record Sweep(Instant before, long maxBytes) {
    public Sweep {
      if (maxBytes < 0) {
        throw new IllegalArgumentException("maxBytes: at least 0, not " + maxBytes);
      }
    }

    /// Some content, of any session.
    ///
    /// @param ordinal the store's id for it, lower for content that was begun earlier
    /// @param at when it was last stored, or begun
    public record StoredContent(long ordinal, long bytes, Instant at, ContentStatus standing) {}

    /// Whether a sweep may drop content.
    public enum ContentStatus {
      UNFINISHED,
      LOOSE,
      PINNED
    }

    /// @param all in any order
    /// @return the content to drop, oldest first
    public List<StoredContent> dropped(List<StoredContent> all) {
      var oldestFirst = new ArrayList<>(all);
      oldestFirst.sort(
          Comparator.comparing(StoredContent::at).thenComparingLong(StoredContent::ordinal));
      long left = total(all);
      var dropped = new ArrayList<StoredContent>();
      for (var content : oldestFirst) {
        if (isDropped(content, left)) {
          left -= content.bytes();
          dropped.add(content);
        }
      }
      return List.copyOf(dropped);
    }

    private boolean isDropped(StoredContent content, long left) {
      boolean old = content.at().isBefore(before);
      return switch (content.standing()) {
        case PINNED -> false;
        case UNFINISHED -> old;
        case LOOSE -> old || left > maxBytes;
      };
    }

    public static long total(List<StoredContent> all) {
      return all.stream().mapToLong(StoredContent::bytes).sum();
    }
  }
}
