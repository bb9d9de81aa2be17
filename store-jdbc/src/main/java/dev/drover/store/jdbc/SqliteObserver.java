package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// Connects to a file that is only read, with the least that SQLite needs in each case.
///
/// While a process has the store open, and after a crash, a log lies beside the file. Then the file
/// is opened read-only: the log is read where it is and is not moved into the file. Without a log
/// the file alone is the store. It is opened as readers of a writing process do it, which makes an
/// empty log for the time of reading and takes it away afterwards. Where that is impossible, for
/// want of room or of rights, the file is read as one that does not change.
///
/// In that last case SQLite takes no locks. No process has the store open when reading begins; if
/// one opens it meanwhile and moves its log into the file, a read may fail or see some of it.
///
/// @param file the store
record SqliteObserver(Path file, SqliteSettings settings, SqliteProblems problems) {
  private static final String UNCHANGING = "?immutable=1";

  Link connect() throws SQLException {
    problems.requireReadable();
    try {
      if (isInUse()) {
        return open("", readOnly());
      }
      // Asked beforehand: SQLite would leave the beginnings of a log behind.
      boolean hasPlace = !problems.isReadOnly() && !problems.isFull();
      return hasPlace ? open("", existing()) : open(UNCHANGING, readOnly());
    } catch (SQLException broken) {
      if (!SqliteProblems.isAboutPlace(broken)) {
        throw broken;
      }
      // Only now: a process may have come since the first look.
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

  private Link open(String parameters, SQLiteConfig config) throws SQLException {
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
