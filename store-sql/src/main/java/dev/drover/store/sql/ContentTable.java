package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.Sweep.ContentStatus;
import dev.drover.spi.store.ArtifactStore.Sweep.StoredContent;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The tables of contents and their pieces. Content is *open* while it is being written, *whole*
/// when it has its digest, and *refuse* when it is to be deleted, whatever it was before.
///
/// Each write is small, so that a large content never blocks the writer for long.
final class ContentTable {
  /// At most a megabyte.
  private static final int CLEARED_AT_ONCE = 4;

  private ContentTable() {}

  /// @return its ordinal
  static long open(PreparedConnection link, Instant at) throws SQLException {
    return link.first(
            "INSERT INTO contents (bytes, at) VALUES (0, ?) RETURNING ordinal",
            row -> row.getLong(1),
            at.toString())
        .orElseThrow();
  }

  /// @return false if it is no longer open
  static boolean add(PreparedConnection link, long content, long start, Bytes piece)
      throws SQLException {
    int grown =
        link.update(
            """
            UPDATE contents SET bytes = bytes + ?
            WHERE ordinal = ? AND digest IS NULL AND at IS NOT NULL\
            """,
            piece.length(),
            content);
    if (grown > 0) {
      link.update(
          "INSERT INTO pieces (content, start, body) VALUES (?, ?, ?)",
          content,
          start,
          piece.array());
    }
    return grown > 0;
  }

  static Optional<Long> find(PreparedConnection link, BlobId name) throws SQLException {
    return link.first(
        "SELECT ordinal FROM contents WHERE digest = ?", row -> row.getLong(1), name.sha256());
  }

  /// @return false if it is no longer open
  static boolean complete(PreparedConnection link, long content, BlobId name) throws SQLException {
    return link.update(
            """
            UPDATE contents SET digest = ?
            WHERE ordinal = ? AND digest IS NULL AND at IS NOT NULL\
            """,
            name.sha256(),
            content)
        > 0;
  }

  static void renew(PreparedConnection link, long content, Instant at) throws SQLException {
    link.update("UPDATE contents SET at = ? WHERE ordinal = ?", at.toString(), content);
  }

  /// @return the number of affected rows
  static int markForDeletion(PreparedConnection link, long content) throws SQLException {
    return link.update("UPDATE contents SET at = NULL, digest = NULL WHERE ordinal = ?", content);
  }

  /// Marks content for deletion if it is unchanged since it was judged.
  ///
  /// @return false if it was stored again, pinned or finished since
  static boolean markForDeletion(PreparedConnection link, StoredContent judged)
      throws SQLException {
    int givenUp =
        link.update(
            """
            UPDATE contents SET at = NULL, digest = NULL
            WHERE ordinal = ? AND at = ? AND CASE WHEN digest IS NULL THEN 1 ELSE 0 END = ?
              AND NOT EXISTS (
                SELECT 1 FROM artifacts WHERE content = contents.ordinal AND pinned = 1)\
            """,
            judged.ordinal(),
            judged.at().toString(),
            judged.standing() == ContentStatus.UNFINISHED ? 1 : 0);
    if (givenUp > 0) {
      link.update("DELETE FROM artifacts WHERE content = ?", judged.ordinal());
    }
    return givenUp > 0;
  }

  /// @return false if a session still has it
  static boolean markUnreferencedForDeletion(PreparedConnection link, long content)
      throws SQLException {
    return link.update(
            """
            UPDATE contents SET at = NULL, digest = NULL
            WHERE ordinal = ?
              AND NOT EXISTS (SELECT 1 FROM artifacts WHERE content = contents.ordinal)\
            """,
            content)
        > 0;
  }

  /// All but refuse.
  static List<StoredContent> holdings(PreparedConnection link) throws SQLException {
    return link.all(
        """
        SELECT ordinal, bytes, at, digest IS NULL,
          EXISTS (SELECT 1 FROM artifacts WHERE content = contents.ordinal AND pinned = 1)
        FROM contents WHERE at IS NOT NULL\
        """,
        row ->
            new StoredContent(
                row.getLong(1),
                row.getLong(2),
                Instant.parse(row.getString(3)),
                standing(row.getBoolean(4), row.getBoolean(5))));
  }

  private static ContentStatus standing(boolean open, boolean pinned) {
    if (open) {
      return ContentStatus.UNFINISHED;
    }
    return pinned ? ContentStatus.PINNED : ContentStatus.LOOSE;
  }

  static List<Long> markedForDeletion(PreparedConnection link) throws SQLException {
    return link.all("SELECT ordinal FROM contents WHERE at IS NULL", row -> row.getLong(1));
  }

  /// Deletes some pieces of refuse, and finally the content itself.
  ///
  /// @return whether it is deleted completely
  static boolean clear(PreparedConnection link, long content) throws SQLException {
    int cleared =
        link.update(
            """
            DELETE FROM pieces
            WHERE ordinal IN (SELECT ordinal FROM pieces WHERE content = ? LIMIT ?)\
            """,
            content,
            CLEARED_AT_ONCE);
    if (cleared == CLEARED_AT_ONCE) {
      return false;
    }
    link.update("DELETE FROM contents WHERE ordinal = ?", content);
    return true;
  }

  /// @param size of the whole content
  static Bytes range(PreparedConnection link, long content, long size, long offset, int length)
      throws SQLException {
    var range = new byte[Math.clamp(size - offset, 0, length)];
    link.all(
        """
        SELECT start, body FROM pieces WHERE content = ? AND start > ? AND start < ?
        ORDER BY start\
        """,
        row -> copy(row.getBytes(2), row.getLong(1) - offset, range),
        content,
        offset - ArtifactStore.MAX_PIECE,
        offset + range.length);
    return Bytes.of(range);
  }

  /// @param at where the piece begins within the range; negative if before it
  /// @return the number of its bytes in the range
  private static int copy(byte[] piece, long at, byte[] range) {
    int from = (int) Math.max(0, -at);
    int to = (int) Math.min(piece.length, range.length - at);
    if (from >= to) {
      return 0;
    }
    System.arraycopy(piece, from, range, (int) (at + from), to - from);
    return to - from;
  }
}
