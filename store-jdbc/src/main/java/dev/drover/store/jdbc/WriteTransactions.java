package dev.drover.store.jdbc;

import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect.Role;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transactions over one connection, which is replaced when it has failed: so a store recovers when
/// its disk does.
///
/// Used by the writing thread only.
final class WriteTransactions implements GroupCommit.Transactions<PreparedConnection> {
  private static final Logger LOG = LoggerFactory.getLogger(WriteTransactions.class);

  private final SqliteDialect dialect;
  private @Nullable PreparedConnection current;

  WriteTransactions(SqliteDialect dialect, PreparedConnection first) {
    this.dialect = dialect;
    this.current = first;
  }

  @Override
  public PreparedConnection begin() {
    try {
      var link = current == null ? dialect.connect(Role.WRITER) : current;
      current = link;
      dialect.beginWriting(link);
      return link;
    } catch (SQLException broken) {
      if (!dialect.isLocked(broken)) {
        giveUp();
      }
      throw dialect.problem(broken);
    }
  }

  @Override
  public void commit(PreparedConnection transaction) {
    try {
      transaction.execute("COMMIT");
    } catch (SQLException broken) {
      var problem = dialect.problem(broken);
      rollback(transaction);
      throw problem;
    }
    if (transaction.takeResetRequest()) {
      wipe(transaction);
    }
  }

  private void wipe(PreparedConnection link) {
    try {
      dialect.wipe(link);
    } catch (SQLException broken) {
      LOG.warn("deleted data may be readable in the write-ahead log: {}", broken.getMessage());
    }
  }

  /// A connection that cannot even roll back is closed, which undoes its transaction.
  @Override
  public void rollback(PreparedConnection transaction) {
    transaction.takeResetRequest();
    try {
      transaction.execute("ROLLBACK");
    } catch (SQLException undoneAlready) {
      giveUp();
    }
  }

  private void giveUp() {
    var link = current;
    current = null;
    if (link == null) {
      return;
    }
    try {
      link.close();
    } catch (SQLException broken) {
      LOG.warn("a connection could not be closed: {}", broken.getMessage());
    }
  }

  @Override
  public void end() {
    if (current != null) {
      try {
        dialect.leave(current);
      } catch (SQLException broken) {
        LOG.warn(
            "the store was not cleaned up when it was closed; nothing is lost: {}",
            broken.getMessage());
      }
    }
    giveUp();
  }
}
