package dev.drover.store.postgres;

import dev.drover.spi.PortException;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect.Role;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transactions over one connection, which is replaced when it has failed. Belongs to one thread.
///
/// A transaction that the server refuses because of others is repeated. If the connection breaks
/// inside of the commit, the server is asked over a new one what became of the transaction.
final class WriteConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriteConnection.class);
  private static final int ATTEMPTS = 8;

  private final PostgresDialect dialect;
  private @Nullable PreparedConnection current;

  WriteConnection(PostgresDialect dialect, PreparedConnection first) {
    this.dialect = dialect;
    this.current = first;
  }

  /// Runs the work in a transaction, and commits it.
  ///
  /// @throws PortException if it failed: nothing was written, unless the problem says otherwise
  <R extends @Nullable Object> R transact(PreparedConnection.Work<R> work) {
    for (int attempt = 1; true; attempt++) {
      try {
        return attempt(work);
      } catch (SQLException broken) {
        if (!PostgresProblems.isRepeatable(broken) || attempt == ATTEMPTS) {
          throw dialect.problem(broken);
        }
      }
    }
  }

  private <R extends @Nullable Object> R attempt(PreparedConnection.Work<R> work)
      throws SQLException {
    var link = connected();
    R result;
    @Nullable String transaction;
    try {
      dialect.begin(link);
      result = work.over(link);
      transaction = transaction(link);
    } catch (SQLException | RuntimeException | Error broken) {
      rollback(link);
      throw broken;
    }
    commit(link, transaction);
    return result;
  }

  private PreparedConnection connected() throws SQLException {
    var link = current == null ? dialect.connect(Role.WRITER) : current;
    current = link;
    return link;
  }

  /// @return null if it has written nothing
  private static @Nullable String transaction(PreparedConnection link) throws SQLException {
    return link.first(
            "SELECT COALESCE(pg_current_xact_id_if_assigned()::text, '')", row -> row.getString(1))
        .filter(name -> !name.isEmpty())
        .orElse(null);
  }

  private void commit(PreparedConnection link, @Nullable String transaction) throws SQLException {
    try {
      link.connection().commit();
    } catch (SQLException broken) {
      if (!PostgresProblems.isConnectionLost(broken) || transaction == null) {
        rollback(link);
        throw broken;
      }
      giveUp();
      requireCommitted(transaction, broken);
    }
  }

  private void requireCommitted(String transaction, SQLException broken) {
    String status;
    try {
      var link = connected();
      status =
          link.first(
                  "SELECT COALESCE(pg_xact_status(?::xid8), '')",
                  row -> row.getString(1),
                  transaction)
              .orElse("");
      link.connection().commit();
    } catch (SQLException stillBroken) {
      giveUp();
      broken.addSuppressed(stillBroken);
      throw dialect.problems().unknownOutcome(broken);
    }
    switch (status) {
      case "committed" -> LOG.info("a commit was lost on the way and found on the server");
      case "aborted" -> throw dialect.problem(broken);
      default -> throw dialect.problems().unknownOutcome(broken);
    }
  }

  /// A connection that cannot even roll back is closed, which undoes its transaction.
  private void rollback(PreparedConnection link) {
    try {
      link.connection().rollback();
    } catch (SQLException undoneAlready) {
      giveUp();
    }
  }

  private void giveUp() {
    var link = current;
    current = null;
    if (link != null) {
      try {
        link.close();
      } catch (SQLException broken) {
        LOG.debug("a connection could not be closed: {}", broken.getMessage());
      }
    }
  }

  @Override
  public void close() {
    giveUp();
  }
}
