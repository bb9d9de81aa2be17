package dev.drover.spi.store;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Artifacts: large outputs, kept for a while outside the conversation. A [Blobs] entry stays,
/// because an event names it; what is here goes when it is old or when there is too much of it.
///
/// Laws:
/// - content is named by the digest of its bytes, and the same content twice, in one session or in
///   several, is stored once;
/// - a session finds, reads, lists and pins what it kept itself, and nothing else;
/// - content comes piece by piece and is read by ranges: nobody holds the whole of it;
/// - an artifact is there, durably, when [Parcel#finish] returns, and not before: of a parcel whose
///   process died nothing is ever seen, and what it left is swept;
/// - what was swept is gone for every session, and may be kept again.
public interface Shelf {
  /// How many bytes a piece may have.
  int MAX_PIECE = 256 * 1024;

  /// A shorter beginning of a name finds nothing.
  int SHORTEST_NAME = 8;

  /// Begins to keep something for the session.
  ///
  /// @param at when it is kept, as far as its age is concerned
  Parcel begin(SessionId session, Instant at);

  /// @param name the whole name, or a beginning of at least [#SHORTEST_NAME] digits
  /// @return empty if nothing that the session keeps has this name, or more than one thing has
  Optional<Kept> find(SessionId session, String name);

  /// The bytes from `offset` on, fewer than `length` only at the end.
  ///
  /// @return empty if the session does not keep it, or not any more
  Optional<Bytes> read(SessionId session, BlobId name, long offset, int length);

  /// In the order in which the session kept them first.
  ///
  /// @param after the `ordinal` of the last one of the page before; 0 for the first page
  List<Kept> list(SessionId session, long after, int limit);

  /// Keeps it from being swept, for all who keep it, until this session lets go of it.
  ///
  /// @return whether the session keeps it
  boolean pin(SessionId session, BlobId name);

  /// @return whether the session keeps it
  boolean unpin(SessionId session, BlobId name);

  /// Drops what [Sweep#dropped] says, for every session, and what died processes left behind.
  Swept sweep(Sweep sweep);

  /// Whether this could find something: digits of a digest, and enough of them.
  static boolean isName(String name) {
    return name.length() >= SHORTEST_NAME && name.matches("[0-9a-f]{1,64}");
  }

  /// The one check of what [Parcel#add] is given.
  static void requirePiece(Bytes piece) {
    if (piece.length() < 1 || piece.length() > MAX_PIECE) {
      throw new IllegalArgumentException(
          "a piece has 1 to %d bytes, not %d".formatted(MAX_PIECE, piece.length()));
    }
  }

  /// Something that is being kept. Belongs to one thread.
  interface Parcel extends AutoCloseable {
    /// @param piece 1 to [#MAX_PIECE] bytes, which follow those before
    /// @throws WriteRefused if there is no such session, or the parcel is so old that it was swept
    void add(Bytes piece);

    /// Makes it an artifact of the session; nothing can be added afterwards. One that the session
    /// keeps already is as young again as this parcel, and as pinned as it was.
    ///
    /// @throws WriteRefused as [#add] does
    Kept finish();

    /// Forgets what was added, unless it is finished. Idempotent.
    @Override
    void close();
  }

  /// @param ordinal place in the order in which artifacts were kept first
  /// @param at when the session kept it last
  record Kept(long ordinal, BlobId name, long bytes, Instant at, boolean pinned) {}

  /// @param dropped how many artifacts were dropped
  /// @param bytesLeft what the others take together, unfinished ones included
  record Swept(int dropped, long bytesLeft) {}
}
