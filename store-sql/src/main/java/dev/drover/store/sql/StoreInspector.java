package dev.drover.store.sql;

import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks a store for damage: its tables, and its contents against their names, the newest first.
/// Half of the time is for the tables, and the rest for the contents, one of which is in memory at
/// a time.
final class StoreInspector {
  private static final int MOST_DAMAGE = 20;

  private final SqlDialect dialect;
  private final DatabaseAccess database;
  private final List<String> damage = new ArrayList<>();
  private final List<String> checked = new ArrayList<>();

  StoreInspector(SqlDialect dialect, DatabaseAccess database) {
    this.dialect = dialect;
    this.database = database;
  }

  Store.Inspection inspect(Duration limit) {
    var deadline = DatabaseDeadline.in(limit);
    try {
      tables(limit.dividedBy(2));
      contents(deadline);
    } catch (PortException broken) {
      damage.add(broken.problem().detail());
    }
    return new Store.Inspection(damage, checked);
  }

  private void tables(Duration limit) {
    var found = database.read(link -> dialect.tableDamage(link, limit, MOST_DAMAGE));
    found.ifPresent(damage::addAll);
    checked.add(found.isPresent() ? "tables" : "a part of the tables");
  }

  private record Row(long number, String name, Bytes content) {}

  private void contents(DatabaseDeadline deadline) {
    long all =
        database.read(
            link -> link.first("SELECT COUNT(*) FROM blobs", row -> row.getLong(1)).orElse(0L));
    long count = 0;
    var next = below(Long.MAX_VALUE);
    while (next.isPresent() && damage.size() < MOST_DAMAGE) {
      var row = next.get();
      if (!Blobs.idOf(row.content()).sha256().equals(row.name())) {
        damage.add("content %s is not what its name says".formatted(row.name()));
      }
      count++;
      next = deadline.isOver() ? Optional.empty() : below(row.number());
    }
    checked.add("%d of %d contents".formatted(count, all));
  }

  private Optional<Row> below(long number) {
    return database.read(
        link ->
            link.first(
                "SELECT %1$s, digest, content FROM blobs WHERE %1$s < ? ORDER BY %1$s DESC LIMIT 1"
                    .formatted(dialect.tables().blobs().number()),
                row -> new Row(row.getLong(1), row.getString(2), Bytes.of(row.getBytes(3))),
                number));
  }
}
