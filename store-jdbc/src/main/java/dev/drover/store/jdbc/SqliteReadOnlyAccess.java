package dev.drover.store.jdbc;

import dev.drover.store.sql.PreparedConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// Opens a file for reading only, with the least that SQLite needs in each case.
///
/// While a process has the store open, and after a crash, there is a log next to the file. Then the
/// file is opened read-only: the log is read in place and is not moved into the file. Without a log
/// the file alone is the store. It is opened as the readers of a writing process do, which creates
/// an empty log while reading and removes it afterwards. Where that is impossible, for lack of
/// space or permission, the file is opened as immutable.
///
/// In that last case SQLite takes no locks. No process has the store open when reading begins; if
/// one opens it in the meantime and moves its log into the file, a read may fail or see a part of
/// it.
///
/// @param file the store
record SqliteReadOnlyAccess(Path file, SqliteSettings settings, SqliteProblems problems) {
  private static final String UNCHANGING = "?immutable=1";

  PreparedConnection connect() throws SQLException {
    problems.requireReadable();
    try {
      if (isInUse()) {
        return open("", readOnly());
      }
      // Checked first: SQLite would leave a partial log behind.
      boolean hasPlace = !problems.isReadOnly() && !problems.isFull();
      return hasPlace ? open("", existing()) : open(UNCHANGING, readOnly());
    } catch (SQLException broken) {
      if (!SqliteProblems.isAboutPlace(broken)) {
        throw broken;
      }
      // Checked again: a process may have started since the first check.
      if (hasLog()) {
        throw problems.unreadableLog(broken);
      }
      return open(UNCHANGING, readOnly());
    }
  }

  private static SQLiteConfig existing() {
    var config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    return config;
  }

  private static SQLiteConfig readOnly() {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    return config;
  }

  private PreparedConnection open(String parameters, SQLiteConfig config) throws SQLException {
    var link = SqliteDialect.connect(file, parameters, config);
    try {
      link.executeOnce("PRAGMA busy_timeout = " + settings.lockWait().toMillis());
      link.executeOnce("PRAGMA query_only = ON");
      new SqliteSchema(file).requireCurrent(link);
      return link;
    } catch (SQLException | RuntimeException broken) {
      link.close();
      throw broken;
    }
  }

  private boolean isInUse() {
    return hasLog() || Files.exists(companion("-shm"));
  }

  private boolean hasLog() {
    try {
      return Files.size(companion("-wal")) > 0;
    } catch (IOException missing) {
      return false;
    }
  }

  private Path companion(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
