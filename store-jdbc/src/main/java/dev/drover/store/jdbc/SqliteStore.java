package dev.drover.store.jdbc;

import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.Dialect.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Function;

/// A store in one file, for one process or several on one machine.
///
/// What was confirmed is on the disk: it survives a killed process, a crash of the system and loss
/// of power, as far as the disk keeps what it was told to. The file has companions with the same
/// name and `-wal` and `-shm` after it while it is open, and after a crash; they belong to it.
public final class SqliteStore {
  private SqliteStore() {}

  /// Opens the store in this file, and makes it, with the folders it is in, if it is not there.
  ///
  /// @throws dev.drover.spi.PortException saying why not, and what to do
  public static Store open(Path file) {
    return open(file, SqliteSettings.DEFAULT);
  }

  /// Opens the store in this file, and makes it, with the folders it is in, if it is not there.
  ///
  /// @throws dev.drover.spi.PortException saying why not, and what to do
  public static Store open(Path file, SqliteSettings settings) {
    return opened(file, place -> openHere(place, settings));
  }

  /// Opens the store in this file to read it, while others may write. Nothing is written: the
  /// tables stay as they are, the rights to the file too, and no trace of this process is left.
  /// Neither room on the disk is needed, nor the right to write the file or the folder.
  ///
  /// @throws dev.drover.spi.PortException saying why not, and what to do; `store_outdated` if an
  ///   older version wrote it and it has to be opened for writing once
  public static Store openReadOnly(Path file) {
    return openReadOnly(file, SqliteSettings.DEFAULT);
  }

  static Store openReadOnly(Path file, SqliteSettings settings) {
    return opened(file, place -> openHereReadOnly(place, settings));
  }

  /// On a thread of its own: an interrupt of the caller's would close files under way, and native
  /// code would hold the carrier of a virtual one.
  private static Store opened(Path file, Function<Path, Store> work) {
    var opening = new Job<Path, Store>(work);
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
      return new JdbcStore(dialect, database(place, settings, dialect));
    } catch (SQLException broken) {
      throw problems.of(broken);
    } catch (IOException broken) {
      throw problems.of(broken);
    }
  }

  private static Store openHereReadOnly(Path place, SqliteSettings settings) {
    var problems = new SqliteProblems(place, settings.lockWait());
    var dialect = new SqliteDialect(place, settings, problems);
    var database = Database.readOnly(dialect, settings.queued());
    try {
      // A connection is made with the first work: what is wrong is found out now.
      database.read(_ -> true);
      return new JdbcStore(dialect, database);
    } catch (RuntimeException broken) {
      database.close();
      throw broken;
    }
  }

  /// Also the way in for tests that have something to say to a connection.
  static Database database(Path place, SqliteSettings settings, Dialect dialect)
      throws IOException, SQLException {
    boolean isNew = Files.notExists(place);
    var folder = Folder.of(place);
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
    return new Database(dialect, writer, bounds, settings.readers());
  }
}
