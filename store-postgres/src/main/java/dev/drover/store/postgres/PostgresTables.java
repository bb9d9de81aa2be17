package dev.drover.store.postgres;

import dev.drover.kernel.value.Identity;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.store.sql.BlobTables;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlTables;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A session is a row of `heads`, which appends change, and a row of `session_rows`, which nothing
/// changes; `sessions` is a view of both.
final class PostgresTables implements SqlTables {
  static final String SETTLE =
      """
      INSERT INTO account_deltas (name, tokens, money, model_calls, tool_calls, millis)
      VALUES (?, ?, ?, ?, ?, ?)\
      """;

  static final String OPEN =
      """
      INSERT INTO session_rows (ordinal, agent, workspace, opened_at,
                                tenant, principal, template, correlation, parent)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final BlobTables blobs;

  /// @param store the name of this store among those that are open
  PostgresTables(String store) {
    this.blobs = new PostgresBlobTables(store);
  }

  @Override
  public BlobTables blobs() {
    return blobs;
  }

  @Override
  public String heads() {
    return "heads";
  }

  @Override
  public String headKey() {
    return "session";
  }

  /// Locked in the order of their ids, as all writes lock them.
  @Override
  public String releasing(String condition) {
    return "UPDATE heads SET owner = '' WHERE session IN (SELECT session FROM heads WHERE "
        + condition
        + " ORDER BY id FOR UPDATE)";
  }

  @Override
  public String lesser(String one, String other) {
    return "LEAST(%s, %s)".formatted(one, other);
  }

  @Override
  public String firstAgent() {
    return "split_part(s.agent, '/', 1)";
  }

  @Override
  public String textOfTimeIn() {
    return "to_char((clock_timestamp() + ?::bigint * interval '1 millisecond') AT TIME ZONE 'UTC',"
        + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";
  }

  @Override
  public String millisUntil(String column) {
    return "round(extract(epoch FROM %s::timestamptz - clock_timestamp()) * 1000)::bigint"
        .formatted(column);
  }

  @Override
  public String spentAmounts() {
    return "spent_amounts";
  }

  @Override
  public Optional<Long> create(
      PreparedConnection link, Journal.Append append, Catalog.Change.SessionOpened opened)
      throws SQLException {
    var head = head(link, append);
    if (head.isPresent()) {
      link.update(OPEN, row(head.get(), opened).toArray(new @Nullable Object[0]));
    }
    return head;
  }

  /// The values for [#OPEN].
  static List<@Nullable Object> row(long ordinal, Catalog.Change.SessionOpened opened) {
    Identity identity = opened.identity();
    var parent = opened.parent();
    return Arrays.asList(
        ordinal,
        opened.agent(),
        opened.workspace(),
        opened.at().toString(),
        identity.tenant(),
        identity.principal(),
        identity.template(),
        identity.correlation(),
        parent == null ? null : parent.value());
  }

  @Override
  public Optional<Long> createFork(
      PreparedConnection link,
      Journal.Append append,
      Catalog.Change.SessionForked forked,
      long source)
      throws SQLException {
    var head = head(link, append);
    if (head.isPresent()) {
      link.update(
          """
          INSERT INTO session_rows (ordinal, agent, workspace, opened_at, shared, source,
                                    tenant, principal, template, correlation)
          SELECT ?, ?, ?, ?, ?, s.ordinal, s.tenant, s.principal, s.template, s.correlation
          FROM session_rows s WHERE s.ordinal = ?\
          """,
          head.get(),
          forked.agent(),
          forked.workspace(),
          forked.at().toString(),
          append.after(),
          source);
    }
    return head;
  }

  /// The counter is locked until the commit, so that a reader of pages never sees a later session
  /// before an earlier one.
  private static Optional<Long> head(PreparedConnection link, Journal.Append append)
      throws SQLException {
    long ordinal = lastOrdinal(link, 1);
    int inserted =
        link.update(
            """
            INSERT INTO heads (session, id, length, owner) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING\
            """,
            ordinal,
            append.session().value(),
            append.last(),
            append.owner().value());
    return inserted == 0 ? Optional.empty() : Optional.of(ordinal);
  }

  /// Takes that many ordinals, and returns the last of them.
  static long lastOrdinal(PreparedConnection link, int count) throws SQLException {
    return link.first(
            "UPDATE counters SET last = last + ? WHERE name = 'sessions' RETURNING last",
            row -> row.getLong(1),
            (long) count)
        .orElseThrow();
  }

  @Override
  public Optional<Long> delete(PreparedConnection link, String session, long after)
      throws SQLException {
    var ordinal =
        link.first(
            """
            UPDATE heads SET length = -1, owner = '', running = NULL, wake_at = NULL
            WHERE id = ? AND length = ?
              AND NOT EXISTS (SELECT 1 FROM session_rows f WHERE f.source = heads.session)
            RETURNING session\
            """,
            row -> row.getLong(1),
            session,
            after);
    if (ordinal.isPresent()) {
      link.update("DELETE FROM session_rows WHERE ordinal = ?", ordinal.get());
      link.update(
          "INSERT INTO deleted_sessions (ordinal, id, sweep_at) VALUES (?, ?, 0)",
          ordinal.get(),
          session);
    }
    return ordinal;
  }

  @Override
  public void settle(PreparedConnection link, Catalog.Change.AccountSettled settled)
      throws SQLException {
    link.update(SETTLE, delta(settled));
  }

  static @Nullable Object[] delta(Catalog.Change.AccountSettled settled) {
    var spent = settled.spent();
    return new @Nullable Object[] {
      settled.account(),
      spent.tokens(),
      spent.money(),
      spent.modelCalls(),
      spent.toolCalls(),
      spent.millis()
    };
  }
}
