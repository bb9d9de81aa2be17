package dev.drover.store.jdbc;

import dev.drover.spi.PortException;
import dev.drover.store.sql.DatabaseDeadline;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect;
import dev.drover.store.sql.SqlTables;
import dev.drover.store.sql.TextEncoding;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/// SQLite, with a write-ahead log that is forced to the disk at every commit.
///
/// Waiting for other processes is done here and not in SQLite, whose own wait sleeps up to a tenth
/// of a second at a time and so starves against a process that writes continuously.
final class SqliteDialect implements SqlDialect {
  private static final int STEPS_BETWEEN_LOOKS = 1_000;
  private static final long FIRST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000;
  private static final Duration LONGEST_WIPE = Duration.ofSeconds(1);

  private final Path file;
  private final SqliteSettings settings;
  private final SqliteProblems problems;
  private final SqlTables tables = new SqliteTables();

  SqliteDialect(Path file, SqliteSettings settings, SqliteProblems problems) {
    this.file = file;
    this.settings = settings;
    this.problems = problems;
  }

  @Override
  public SqlTables tables() {
    return tables;
  }

  @Override
  public PreparedConnection connect(Role role) throws SQLException {
    return switch (role) {
      case WRITER -> {
        // Checked first: SQLite would leave companion files behind that are read-only as well.
        problems.requireWritable();
        yield prepared(this::prepareWriter);
      }
      case READER -> prepared(link -> link.executeOnce("PRAGMA query_only = ON"));
      case OBSERVER -> new SqliteReadOnlyAccess(file, settings, problems).connect();
    };
  }

  /// Prepares a connection for use.
  private interface Preparation {
    void of(PreparedConnection link) throws SQLException;
  }

  private PreparedConnection prepared(Preparation preparation) throws SQLException {
    var link = connect(file, "", new SQLiteConfig());
    try {
      link.executeOnce("PRAGMA busy_timeout = " + settings.lockWait().toMillis());
      preparation.of(link);
      return link;
    } catch (SQLException | RuntimeException broken) {
      link.close();
      throw broken;
    }
  }

  /// @param parameters of the URI, with the question mark
  static PreparedConnection connect(Path file, String parameters, SQLiteConfig config)
      throws SQLException {
    SqliteLibrary.load();
    // Otherwise the driver asks for the last row after every insert, with a new statement.
    config.setGetGeneratedKeys(false);
    // As a URI, because a plain name must not contain a question mark.
    var url = "jdbc:sqlite:" + file.toUri().toASCIIString() + parameters;
    return new PreparedConnection(config.createConnection(url), TextEncoding.PLAIN);
  }

  private void prepareWriter(PreparedConnection link) throws SQLException {
    var schema = new SqliteSchema(file);
    // Before anything is changed: the file may belong to another program.
    schema.check(link);
    keepWriteAheadLog(link);
    link.executeOnce("PRAGMA synchronous = FULL");
    // Where a plain fsync stops at the drive's cache, as on macOS.
    link.executeOnce("PRAGMA fullfsync = ON");
    // Deleted data is overwritten: people delete sessions because of their content.
    link.executeOnce("PRAGMA secure_delete = ON");
    link.executeOnce("PRAGMA wal_autocheckpoint = " + settings.checkpointPages());
    link.executeOnce("PRAGMA max_page_count = " + settings.maxPages());
    link.executeOnce("PRAGMA busy_timeout = 0");
    beginWriting(link);
    schema.bringUpToDate(link);
    link.execute("COMMIT");
  }

  /// SQLite does not wait when two connections create the same file at the same time: each holds a
  /// lock that the other needs, and one of them has to retry.
  private void keepWriteAheadLog(PreparedConnection link) throws SQLException {
    var mode =
        retryWhileLocked(
            () -> link.first("PRAGMA journal_mode = WAL", row -> row.getString(1)).orElse(""));
    if (!mode.toLowerCase(Locale.ROOT).equals("wal")) {
      throw problems.noSharedLog();
    }
  }

  /// Begins a transaction that will write. Waits a bounded time for other writers.
  void beginWriting(PreparedConnection writer) throws SQLException {
    retryWhileLocked(
        () -> {
          writer.execute("BEGIN IMMEDIATE");
          return "begun";
        });
  }

  /// One statement, which changes nothing when it is refused.
  private interface Attempt {
    String make() throws SQLException;
  }

  private String retryWhileLocked(Attempt attempt) throws SQLException {
    var deadline = DatabaseDeadline.in(settings.lockWait());
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      try {
        return attempt.make();
      } catch (SQLException refused) {
        if (!isLocked(refused) || deadline.isOver()) {
          throw refused;
        }
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  /// Whether the connection is intact and another one holds the lock.
  boolean isLocked(SQLException broken) {
    return SqliteProblems.isLocked(broken);
  }

  @Override
  public void beginReading(PreparedConnection reader) throws SQLException {
    reader.execute("BEGIN");
  }

  @Override
  public void endReading(PreparedConnection reader) throws SQLException {
    reader.execute("COMMIT");
  }

  /// SQLite excludes writes of this connection, and there is no other writer in this process.
  long foreignVersion(PreparedConnection link) throws SQLException {
    return link.first("PRAGMA data_version", row -> row.getLong(1)).orElse(0L);
  }

  /// Makes deleted data unreadable, unless it is being read. Called between transactions; waits a
  /// short time for readers. Deleted rows are overwritten in the file, but the log still contains
  /// them.
  void wipe(PreparedConnection writer) throws SQLException {
    var deadline = DatabaseDeadline.in(LONGEST_WIPE);
    while (isLogHeld(writer) && !deadline.isOver()) {
      LockSupport.parkNanos(LONGEST_PAUSE_NANOS);
    }
  }

  private static boolean isLogHeld(PreparedConnection writer) throws SQLException {
    return writer.first("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getBoolean(1)).orElse(true);
  }

  /// Moves the log into the file, so that the file alone is the store. If others are still reading,
  /// the log stays, and nothing is lost.
  void leave(PreparedConnection writer) throws SQLException {
    writer.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  @Override
  public Optional<List<String>> tableDamage(PreparedConnection link, Duration limit, int most)
      throws SQLException {
    try {
      var found =
          within(link, limit, timed -> timed.all("PRAGMA quick_check", row -> row.getString(1)));
      return Optional.of(found.stream().filter(line -> !line.equals("ok")).limit(most).toList());
    } catch (SQLException interrupted) {
      if (!SqliteProblems.isInterrupted(interrupted)) {
        throw interrupted;
      }
      return Optional.empty();
    }
  }

  /// Runs the work, which the database aborts when the time is over.
  private static <R> R within(
      PreparedConnection link, Duration limit, PreparedConnection.Work<R> work)
      throws SQLException {
    var deadline = DatabaseDeadline.in(limit);
    ProgressHandler.setHandler(
        link.connection(),
        STEPS_BETWEEN_LOOKS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return deadline.isOver() ? 1 : 0;
          }
        });
    try {
      return work.over(link);
    } finally {
      ProgressHandler.clearHandler(link.connection());
    }
  }

  @Override
  public PortException problem(SQLException broken) {
    return problems.of(broken);
  }

  @Override
  public PortException openedToRead() {
    return problems.openedToRead();
  }

  @Override
  public PortException closed() {
    return problems.closed();
  }

  @Override
  public String description() {
    return "SQLite file %s, schema %d".formatted(file, SqliteSchema.version());
  }
}
