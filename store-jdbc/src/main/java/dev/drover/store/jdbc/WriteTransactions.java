package dev.drover.store.jdbc;

import dev.drover.store.jdbc.Dialect.Role;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transactions over one connection, which is replaced when it is no longer good: so a store whose
/// disk was full or gone works again when the disk does.
///
/// Used by the writing thread only.
final class WriteTransactions implements GroupCommit.Transactions<Link> {
  private static final Logger LOG = LoggerFactory.getLogger(WriteTransactions.class);

  private final Dialect dialect;
  private @Nullable Link current;

  WriteTransactions(Dialect dialect, Link first) {
    this.dialect = dialect;
    this.current = first;
  }

  @Override
  public Link begin() {
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
  public void commit(Link transaction) {
    try {
      transaction.execute("COMMIT");
    } catch (SQLException broken) {
      var problem = dialect.problem(broken);
      rollback(transaction);
      throw problem;
    }
    if (transaction.isToBeWiped()) {
      wipe(transaction);
    }
  }

  private void wipe(Link link) {
    try {
      dialect.wipe(link);
    } catch (SQLException broken) {
      LOG.warn("what was taken away may be readable in the log: {}", broken.getMessage());
    }
  }

  /// A connection that cannot even roll back is given up, which undoes what it had begun.
  @Override
  public void rollback(Link transaction) {
    transaction.isToBeWiped();
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
        LOG.warn("the store was left untidy, with nothing lost: {}", broken.getMessage());
      }
    }
    giveUp();
  }
}
