package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs.BlobReferences;
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
/// checked again in the write that drops it.
final class BlobSweep {
  private static final int DROPPED_AT_ONCE = 8;
  private static final long FOR_EVER = Long.MAX_VALUE;

  /// When to come back while another process sweeps.
  private static final long OTHERS_TURN_SECONDS = 60;

  private final DatabaseAccess database;
  private final BlobTables tables;
  private final long now;

  BlobSweep(DatabaseAccess database, BlobTables tables, Instant now) {
    this.database = database;
    this.tables = tables;
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
      if (!tables.beginSweep(database)) {
        return Optional.of(Instant.ofEpochSecond(now + OTHERS_TURN_SECONDS));
      }
      try {
        long due = dropAll(List.copyOf(references().unreferenced()));
        database.write(link -> finish(link, deleted, due));
      } finally {
        tables.endSweep(database);
      }
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
    tables.findReferences(database, references);
    var deflated = "SELECT content FROM blobs WHERE digest = ? AND " + tables.isDeflated();
    for (var next = references.nextToRead(); next.isPresent(); next = references.nextToRead()) {
      var name = next.get().sha256();
      database
          .read(link -> link.first(deflated, row -> Bytes.of(row.getBytes(1)), name))
          .ifPresent(references::addAllInContent);
    }
    return references;
  }

  private long drop(PreparedConnection link, List<BlobId> names) throws SQLException {
    long due = FOR_EVER;
    for (var name : names) {
      if (link.update(tables.dropping(), name.sha256(), now) == 0) {
        due = Math.min(due, reservedUntil(link, name).orElse(FOR_EVER));
      }
    }
    return due;
  }

  private OptionalLong reservedUntil(PreparedConnection link, BlobId name) throws SQLException {
    var until =
        link.first(
            "SELECT until FROM " + tables.reservations() + " WHERE digest = ?",
            row -> row.getLong(1),
            name.sha256());
    return until.isPresent() ? OptionalLong.of(until.get()) : OptionalLong.empty();
  }

  private @Nullable Void finish(PreparedConnection link, List<Long> deleted, long due)
      throws SQLException {
    tables.forgetReservations(link, now);
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
