package dev.drover.store.jdbc;

import dev.drover.spi.store.SessionSearch;
import java.time.Instant;
import java.util.Collections;

/// How the times at which sessions wake are stored and searched.
final class WakeTimes {
  /// The agent of a session, or the first of those that its agent works for.
  private static final String FIRST_AGENT =
      "CASE instr(s.agent, '/') WHEN 0 THEN s.agent"
          + " ELSE substr(s.agent, 1, instr(s.agent, '/') - 1) END";

  private WakeTimes() {}

  /// Never before the time that is meant, and within what the column can hold.
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

  /// Adds which sessions are searched for, and in which order. The plus keeps SQLite from reading
  /// all sessions in this order: few are found, by their times or by their inputs.
  static Selection page(Selection selection, SessionSearch search) {
    var names = search.agents().toArray();
    var places = String.join(", ", Collections.nCopies(names.length, "?"));
    return selection
        .where(FIRST_AGENT + " IN (" + places + ")", names)
        .where("+s.ordinal > ?", search.after())
        .orderedBy("+s.ordinal")
        .limit(search.limit());
  }
}
