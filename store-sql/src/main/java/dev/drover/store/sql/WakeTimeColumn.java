package dev.drover.store.sql;

import dev.drover.spi.store.Catalog.SessionSearch;
import java.time.Instant;
import java.util.Collections;

/// How the wake times of sessions are stored and searched.
public final class WakeTimeColumn {
  private WakeTimeColumn() {}

  /// Never before the actual time, and within the range of the column.
  public static long millis(Instant at) {
    if (at.isBefore(Instant.EPOCH)) {
      return 0;
    }
    if (at.getEpochSecond() >= Long.MAX_VALUE / 1_000) {
      return Long.MAX_VALUE;
    }
    long millis = at.toEpochMilli();
    return Instant.ofEpochMilli(millis).isBefore(at) ? millis + 1 : millis;
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /// Adds the conditions of the search and the order. The plus keeps SQLite from reading all
  /// sessions in this order: few are found, by their times or by their inputs.
  static SelectQuery page(SelectQuery selection, SessionSearch search, SqlTables tables) {
    // No agent has this name, and not every database takes an empty list.
    var names = search.agents().isEmpty() ? new Object[] {""} : search.agents().toArray();
    var places = String.join(", ", Collections.nCopies(names.length, "?"));
    return selection
        .where(tables.firstAgent() + " IN (" + places + ")", names)
        .where("+s.ordinal > ?", search.after())
        .orderedBy("+s.ordinal")
        .limit(search.limit());
  }
}
