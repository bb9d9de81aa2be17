package dev.drover.store.jdbc;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Sweep.Holding;
import dev.drover.spi.store.Sweep.Standing;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The tables of contents and their pieces. Content is *open* while it is being written, *whole*
/// when it has its digest, and *refuse* when it is to be cleared away, whatever it was before.
///
/// Each step that writes is small, so that a large content never keeps the writer from others.
final class ContentTable {
  /// A megabyte at the most.
  private static final int CLEARED_AT_ONCE = 4;

  private ContentTable() {}

  /// @return its ordinal
  static long open(Link link, Instant at) throws SQLException {
    return link.first(
            "INSERT INTO contents (bytes, at) VALUES (0, ?) RETURNING ordinal",
            row -> row.getLong(1),
            at.toString())
        .orElseThrow();
  }

  /// @return false if it is no longer open
  static boolean add(Link link, long content, long start, Bytes piece) throws SQLException {
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

  static Optional<Long> find(Link link, BlobId name) throws SQLException {
    return link.first(
        "SELECT ordinal FROM contents WHERE digest = ?", row -> row.getLong(1), name.sha256());
  }

  /// @return false if it is no longer open
  static boolean complete(Link link, long content, BlobId name) throws SQLException {
    return link.update(
            """
            UPDATE contents SET digest = ?
            WHERE ordinal = ? AND digest IS NULL AND at IS NOT NULL\
            """,
            name.sha256(),
            content)
        > 0;
  }

  static void renew(Link link, long content, Instant at) throws SQLException {
    link.update("UPDATE contents SET at = ? WHERE ordinal = ?", at.toString(), content);
  }

  /// @return how many were there
  static int giveUp(Link link, long content) throws SQLException {
    return link.update("UPDATE contents SET at = NULL, digest = NULL WHERE ordinal = ?", content);
  }

  /// Gives content up that is as it was when it was judged.
  ///
  /// @return false if it was kept again, pinned or finished since
  static boolean giveUp(Link link, Holding judged) throws SQLException {
    int givenUp =
        link.update(
            """
            UPDATE contents SET at = NULL, digest = NULL
            WHERE ordinal = ? AND at = ? AND (digest IS NULL) = ?
              AND NOT EXISTS (SELECT 1 FROM artifacts WHERE content = contents.ordinal AND pinned)\
            """,
            judged.ordinal(),
            judged.at().toString(),
            judged.standing() == Standing.UNFINISHED ? 1 : 0);
    if (givenUp > 0) {
      link.update("DELETE FROM artifacts WHERE content = ?", judged.ordinal());
    }
    return givenUp > 0;
  }

  /// @return false if somebody keeps it
  static boolean giveUpUnkept(Link link, long content) throws SQLException {
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
  static List<Holding> holdings(Link link) throws SQLException {
    return link.all(
        """
        SELECT ordinal, bytes, at, digest IS NULL,
          EXISTS (SELECT 1 FROM artifacts WHERE content = contents.ordinal AND pinned)
        FROM contents WHERE at IS NOT NULL\
        """,
        row ->
            new Holding(
                row.getLong(1),
                row.getLong(2),
                Instant.parse(row.getString(3)),
                standing(row.getBoolean(4), row.getBoolean(5))));
  }

  private static Standing standing(boolean open, boolean pinned) {
    if (open) {
      return Standing.UNFINISHED;
    }
    return pinned ? Standing.PINNED : Standing.LOOSE;
  }

  static List<Long> refuse(Link link) throws SQLException {
    return link.all("SELECT ordinal FROM contents WHERE at IS NULL", row -> row.getLong(1));
  }

  /// Takes away some pieces of refuse, and at last the content itself.
  ///
  /// @return whether nothing is left of it
  static boolean clear(Link link, long content) throws SQLException {
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
  static Bytes range(Link link, long content, long size, long offset, int length)
      throws SQLException {
    var range = new byte[Math.clamp(size - offset, 0, length)];
    link.all(
        """
        SELECT start, body FROM pieces WHERE content = ? AND start > ? AND start < ?
        ORDER BY start\
        """,
        row -> copy(row.getBytes(2), row.getLong(1) - offset, range),
        content,
        offset - Shelf.MAX_PIECE,
        offset + range.length);
    return Bytes.of(range);
  }

  /// @param at where the piece begins within the range; before it if negative
  /// @return how many of its bytes are in the range
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
