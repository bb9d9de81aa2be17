package dev.drover.store.postgres;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlRow;
import dev.drover.store.sql.WriteLocks;
import java.sql.SQLException;
import java.util.Collection;

/// Takes the locks of a write before it begins: rows, in the order of their names, sessions first,
/// then content, then accounts. No transaction asks for a lock of an earlier kind afterwards.
final class PostgresLocks {
  /// A reservation reads all settlements since the last time they were added up.
  private static final int MOST_DELTAS = 64;

  private PostgresLocks() {}

  static void take(PreparedConnection link, WriteLocks locks) throws SQLException {
    if (!locks.sessions().isEmpty()) {
      run(link, "SELECT 1 FROM heads WHERE id = ANY(?) ORDER BY id FOR UPDATE", locks.sessions());
    }
    if (locks.content() == WriteLocks.Content.LOCKED) {
      link.execute("SELECT 1 FROM named_locks WHERE name = 'content' FOR UPDATE");
    }
    for (var account : locks.accounts()) {
      lockAccount(link, account);
    }
  }

  private static void run(PreparedConnection link, String sql, Collection<String> names)
      throws SQLException {
    var statement = link.statement(sql);
    var encoded = names.stream().map(link.encoding()::encode).toArray(String[]::new);
    statement.setArray(1, link.connection().createArrayOf("text", encoded));
    statement.execute();
  }

  /// The row that is locked may have to be created.
  private static void lockAccount(PreparedConnection link, String account) throws SQLException {
    var lock =
        """
        SELECT tokens, money, model_calls, tool_calls, millis FROM accounts WHERE name = ?
        FOR UPDATE\
        """;
    var locked = link.first(lock, PostgresLocks::amount, account);
    if (locked.isEmpty()) {
      link.update(
          """
          INSERT INTO accounts (name, tokens, money, model_calls, tool_calls, millis)
          VALUES (?, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING\
          """,
          account);
      locked = link.first(lock, PostgresLocks::amount, account);
    }
    long deltas =
        link.first(
                """
                SELECT COUNT(*) FROM (SELECT 1 FROM account_deltas WHERE name = ? LIMIT ?) deltas\
                """,
                row -> row.getLong(1),
                account,
                MOST_DELTAS)
            .orElse(0L);
    if (deltas >= MOST_DELTAS) {
      addUp(link, account, locked.orElse(BudgetAmount.NONE));
    }
  }

  /// In Java and not in SQL, where a sum that overflows is an error.
  private static void addUp(PreparedConnection link, String account, BudgetAmount before)
      throws SQLException {
    var sum = before;
    for (var delta :
        link.all(
            """
            DELETE FROM account_deltas WHERE name = ?
            RETURNING tokens, money, model_calls, tool_calls, millis\
            """,
            PostgresLocks::amount,
            account)) {
      sum = sum.plus(delta);
    }
    link.update(
        """
        UPDATE accounts SET tokens = ?, money = ?, model_calls = ?, tool_calls = ?, millis = ?
        WHERE name = ?\
        """,
        sum.tokens(),
        sum.money(),
        sum.modelCalls(),
        sum.toolCalls(),
        sum.millis(),
        account);
  }

  private static BudgetAmount amount(SqlRow row) throws SQLException {
    return new BudgetAmount(
        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
  }
}
