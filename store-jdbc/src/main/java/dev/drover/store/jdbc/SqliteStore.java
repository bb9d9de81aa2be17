package dev.drover.store.jdbc;

import dev.drover.spi.store.Store;
import dev.drover.store.sql.QueuedJob;
import dev.drover.store.sql.SqlDialect.Role;
import dev.drover.store.sql.SqlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Function;

/// A store in one file, for one process or several on one machine.
///
/// Confirmed writes are on the disk: they survive a killed process, a system crash and a power
/// failure, as far as the disk honours a flush. While it is open, and after a crash, the file has
/// companions with the suffixes `-wal` and `-shm`; they belong to it.
public final class SqliteStore {
  private SqliteStore() {}

  /// Opens the store in this file, and creates it, with its folders, if it does not exist.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy
  public static Store open(Path file) {
    return open(file, SqliteSettings.DEFAULT);
  }

  /// Opens the store in this file, and creates it, with its folders, if it does not exist.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy
  public static Store open(Path file, SqliteSettings settings) {
    return opened(file, place -> openHere(place, settings));
  }

  /// Opens the store in this file for reading, while others may write. Nothing is written: the
  /// tables and the permissions of the file stay unchanged, and this process leaves no trace.
  /// Neither free disk space is needed, nor write permission for the file or the folder.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy; `store_outdated` if an
  ///   older version wrote it and it must be opened for writing once
  public static Store openReadOnly(Path file) {
    return openReadOnly(file, SqliteSettings.DEFAULT);
  }

  static Store openReadOnly(Path file, SqliteSettings settings) {
    return opened(file, place -> openHereReadOnly(place, settings));
  }

  /// On a thread of its own: an interrupt of the caller would close files in use, and native code
  /// would block the carrier of a virtual thread.
  private static Store opened(Path file, Function<Path, Store> work) {
    var opening = new QueuedJob<Path, Store>(work);
    Thread.ofPlatform()
        .daemon()
        .name("drover-store-opener")
        .start(
            () -> {
              opening.run(file.toAbsolutePath().normalize());
              opening.finish();
            });
    return opening.await();
  }

  private static Store openHere(Path place, SqliteSettings settings) {
    var problems = new SqliteProblems(place, settings.lockWait());
    var dialect = new SqliteDialect(place, settings, problems);
    try {
      return new SqlStore(dialect, database(place, settings, dialect));
    } catch (SQLException broken) {
      throw problems.of(broken);
    } catch (IOException broken) {
      throw problems.of(broken);
    }
  }

  private static Store openHereReadOnly(Path place, SqliteSettings settings) {
    var problems = new SqliteProblems(place, settings.lockWait());
    var dialect = new SqliteDialect(place, settings, problems);
    var database = SqliteAccess.readOnly(dialect, settings.queued());
    try {
      // A connection is opened with the first work: errors are found now.
      database.read(_ -> true);
      return new SqlStore(dialect, database);
    } catch (RuntimeException broken) {
      database.close();
      throw broken;
    }
  }

  /// Also used by tests that need to prepare a connection.
  static SqliteAccess database(Path place, SqliteSettings settings, SqliteDialect dialect)
      throws IOException, SQLException {
    boolean isNew = Files.notExists(place);
    var folder = StoreFolder.of(place);
    folder.create();
    if (isNew && PrivateFiles.create(place) && PrivateFiles.isInOwnFolder(place)) {
      StoreOrigin.adopt(place);
    }
    var writer = dialect.connect(Role.WRITER);
    // Not before: until now it might have been the file of another program.
    PrivateFiles.tighten(place);
    if (isNew) {
      folder.force();
    }
    var bounds = new GroupCommit.Bounds(settings.queued(), settings.batch());
    return new SqliteAccess(dialect, writer, bounds, settings.readers());
  }
}
