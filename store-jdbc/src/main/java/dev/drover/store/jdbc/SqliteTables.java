package dev.drover.store.jdbc;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.store.sql.BlobTables;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlTables;
import java.sql.SQLException;
import java.util.Optional;

/// A session is one row of `sessions`, whose ordinal is its position in the order of creation. A
/// write transaction has the file to itself, so it can count and add.
final class SqliteTables implements SqlTables {
  private static final String NEXT_ORDINAL =
      """
      1 + MAX(
            COALESCE((SELECT MAX(ordinal) FROM sessions), 0),
            COALESCE((SELECT MAX(ordinal) FROM deleted_sessions), 0))
      """;

  private final BlobTables blobs = new SqliteBlobTables();

  @Override
  public BlobTables blobs() {
    return blobs;
  }

  @Override
  public String heads() {
    return "sessions";
  }

  @Override
  public String headKey() {
    return "ordinal";
  }

  @Override
  public String releasing(String condition) {
    return "UPDATE sessions SET owner = '' WHERE " + condition;
  }

  @Override
  public String lesser(String one, String other) {
    return "MIN(%s, %s)".formatted(one, other);
  }

  @Override
  public String firstAgent() {
    return "CASE instr(s.agent, '/') WHEN 0 THEN s.agent"
        + " ELSE substr(s.agent, 1, instr(s.agent, '/') - 1) END";
  }

  /// All processes that use the file are on one machine, so the clock is one.
  @Override
  public String textOfTimeIn() {
    return "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (? / 1000.0) || ' seconds')";
  }

  @Override
  public String millisUntil(String column) {
    return "CAST(round((unixepoch(%s, 'subsec') - unixepoch('now', 'subsec')) * 1000) AS INTEGER)"
        .formatted(column);
  }

  @Override
  public String spentAmounts() {
    return "accounts";
  }

  @Override
  public Optional<Long> create(
      PreparedConnection link, Journal.Append append, Catalog.Change.SessionOpened opened)
      throws SQLException {
    var identity = opened.identity();
    return link.first(
        """
        INSERT INTO sessions (ordinal, id, length, owner, agent, workspace, opened_at,
                              tenant, principal, template, correlation, parent)
        SELECT %s, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE id = ?)
        ON CONFLICT (id) DO NOTHING RETURNING ordinal\
        """
            .formatted(NEXT_ORDINAL),
        row -> row.getLong(1),
        append.session().value(),
        append.last(),
        append.owner().value(),
        opened.agent(),
        opened.workspace(),
        opened.at().toString(),
        identity.tenant(),
        identity.principal(),
        identity.template(),
        identity.correlation(),
        opened.parent() == null ? null : opened.parent().value(),
        append.session().value());
  }

  @Override
  public Optional<Long> createFork(
      PreparedConnection link,
      Journal.Append append,
      Catalog.Change.SessionForked forked,
      long source)
      throws SQLException {
    return link.first(
        """
        INSERT INTO sessions (ordinal, id, length, owner, agent, workspace, opened_at, shared,
                              source, tenant, principal, template, correlation)
        SELECT %s, ?, ?, ?, ?, ?, ?, ?, s.ordinal, s.tenant, s.principal, s.template, s.correlation
        FROM sessions s WHERE s.ordinal = ?
          AND NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE id = ?)
        ON CONFLICT (id) DO NOTHING RETURNING ordinal\
        """
            .formatted(NEXT_ORDINAL),
        row -> row.getLong(1),
        append.session().value(),
        append.last(),
        append.owner().value(),
        forked.agent(),
        forked.workspace(),
        forked.at().toString(),
        append.after(),
        source,
        append.session().value());
  }

  @Override
  public Optional<Long> delete(PreparedConnection link, String session, long after)
      throws SQLException {
    var ordinal =
        link.first(
            """
            DELETE FROM sessions WHERE id = ? AND length = ?
              AND NOT EXISTS (SELECT 1 FROM sessions f WHERE f.source = sessions.ordinal)
            RETURNING ordinal\
            """,
            row -> row.getLong(1),
            session,
            after);
    if (ordinal.isPresent()) {
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
    var spent =
        link.first(
                """
                SELECT tokens, money, model_calls, tool_calls, millis FROM accounts WHERE name = ?\
                """,
                row ->
                    new BudgetAmount(
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5)),
                settled.account())
            .orElse(BudgetAmount.NONE);
    // Added in Java and not in SQL: a sum that overflows would become a fraction.
    var sum = spent.plus(settled.spent());
    link.update(
        """
        INSERT OR REPLACE INTO accounts (name, tokens, money, model_calls, tool_calls, millis)
        VALUES (?, ?, ?, ?, ?, ?)\
        """,
        settled.account(),
        sum.tokens(),
        sum.money(),
        sum.modelCalls(),
        sum.toolCalls(),
        sum.millis());
  }
}
