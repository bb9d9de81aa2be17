package dev.drover.store.jdbc;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.content.BlobReferences;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Drops unreferenced content after sessions were deleted.
///
/// Everything is read page by page while others write. This is safe: a name that is added to a
/// journal in the meantime was already in that journal, or its content is reserved, which is
/// checked again in the write that drops it. Inputs are read before events and trimmed names after
/// them, because names move in that order.
final class BlobSweep {
  private static final int PAGE = 500;
  private static final int DROPPED_AT_ONCE = 8;
  private static final long FOR_EVER = Long.MAX_VALUE;

  /// Deflated content begins with this byte; only deflated content contains references.
  private static final String DEFLATED =
      "SELECT content FROM blobs WHERE digest = ? AND substr(content, 1, 1) = x'78'";

  private static final String DROP =
      """
      DELETE FROM blobs WHERE digest = ?
        AND NOT EXISTS (SELECT 1 FROM reserved r WHERE r.digest = blobs.digest AND r.until > ?)\
      """;

  private final DatabaseAccess database;
  private final long now;

  BlobSweep(DatabaseAccess database, Instant now) {
    this.database = database;
    this.now = now.getEpochSecond();
  }

  /// Rounded up: nothing is dropped too early.
  static long seconds(Instant until) {
    return until.equals(Instant.MAX) ? FOR_EVER : until.getEpochSecond() + 1;
  }

  Optional<Instant> sweep() {
    var deleted =
        database.read(
            link ->
                link.all(
                    "SELECT ordinal FROM deleted_sessions WHERE sweep_at <= ?",
                    row -> row.getLong(1),
                    now));
    if (!deleted.isEmpty()) {
      long due = dropAll(List.copyOf(references().unreferenced()));
      database.write(link -> finish(link, deleted, due));
    }
    return database.read(
        link ->
            link.first(
                """
                SELECT sweep_at FROM deleted_sessions WHERE sweep_at IS NOT NULL
                ORDER BY sweep_at LIMIT 1\
                """,
                row -> Instant.ofEpochSecond(row.getLong(1))));
  }

  /// @return when the first reserved content is due
  private long dropAll(List<BlobId> names) {
    long due = FOR_EVER;
    for (int from = 0; from < names.size(); from += DROPPED_AT_ONCE) {
      var some = names.subList(from, Math.min(names.size(), from + DROPPED_AT_ONCE));
      due = Math.min(due, database.<Long>write(link -> drop(link, some)));
    }
    return due;
  }

  private BlobReferences references() {
    var all =
        database.read(
            link -> link.all("SELECT digest FROM blobs", row -> new BlobId(row.getString(1))));
    var references = new BlobReferences(all);
    readRows(
        """
        SELECT ordinal, body FROM inbox WHERE ordinal > ? AND body IS NOT NULL
        ORDER BY ordinal LIMIT ?\
        """,
        references);
    readRows(
        """
        SELECT ordinal, COALESCE(preview_blob, '') || ' ' || COALESCE(arguments_blob, '')
        FROM approvals WHERE ordinal > ? ORDER BY ordinal LIMIT ?\
        """,
        references);
    readRows(
        "SELECT ordinal, body FROM events WHERE ordinal > ? ORDER BY ordinal LIMIT ?", references);
    readRows(
        "SELECT session, state FROM snapshots WHERE session > ? ORDER BY session LIMIT ?",
        references);
    database
        .read(link -> link.all("SELECT digest FROM outlived", row -> new BlobId(row.getString(1))))
        .forEach(references::add);
    for (var next = references.nextToRead(); next.isPresent(); next = references.nextToRead()) {
      var name = next.get().sha256();
      database
          .read(link -> link.first(DEFLATED, row -> Bytes.of(row.getBytes(1)), name))
          .ifPresent(references::addAllInContent);
    }
    return references;
  }

  private record Row(long ordinal, List<BlobId> names) {}

  private void readRows(String sql, BlobReferences references) {
    long after = 0;
    while (true) {
      long last = after;
      var page =
          database.read(
              link ->
                  link.all(
                      sql,
                      row -> new Row(row.getLong(1), BlobReferences.in(Bytes.of(row.getBytes(2)))),
                      last,
                      PAGE));
      if (page.isEmpty()) {
        return;
      }
      page.forEach(row -> row.names().forEach(references::add));
      after = page.getLast().ordinal();
    }
  }

  private long drop(PreparedConnection link, List<BlobId> names) throws SQLException {
    long due = FOR_EVER;
    for (var name : names) {
      if (link.update(DROP, name.sha256(), now) == 0) {
        due = Math.min(due, reservedUntil(link, name).orElse(FOR_EVER));
      }
    }
    return due;
  }

  private static OptionalLong reservedUntil(PreparedConnection link, BlobId name)
      throws SQLException {
    var until =
        link.first(
            "SELECT until FROM reserved WHERE digest = ?", row -> row.getLong(1), name.sha256());
    return until.isPresent() ? OptionalLong.of(until.get()) : OptionalLong.empty();
  }

  private @Nullable Void finish(PreparedConnection link, List<Long> deleted, long due)
      throws SQLException {
    link.update("DELETE FROM reserved WHERE until <= ?", now);
    for (long ordinal : deleted) {
      link.update(
          "UPDATE deleted_sessions SET sweep_at = ? WHERE ordinal = ?",
          due == FOR_EVER ? null : due,
          ordinal);
    }
    link.resetAfterUse();
    return null;
  }
}
