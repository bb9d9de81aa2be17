package dev.drover.store.jdbc;

import dev.drover.spi.store.Catalog.SessionSearch;
import java.time.Instant;
import java.util.Collections;

/// How the wake times of sessions are stored and searched.
final class WakeTimeColumn {
  /// The agent of a session, or the root of its agent path.
  private static final String FIRST_AGENT =
      "CASE instr(s.agent, '/') WHEN 0 THEN s.agent"
          + " ELSE substr(s.agent, 1, instr(s.agent, '/') - 1) END";

  private WakeTimeColumn() {}

  /// Never before the actual time, and within the range of the column.
  static long millis(Instant at) {
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
  static SelectQuery page(SelectQuery selection, SessionSearch search) {
    var names = search.agents().toArray();
    var places = String.join(", ", Collections.nCopies(names.length, "?"));
    return selection
        .where(FIRST_AGENT + " IN (" + places + ")", names)
        .where("+s.ordinal > ?", search.after())
        .orderedBy("+s.ordinal")
        .limit(search.limit());
  }
}
