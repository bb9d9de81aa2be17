package dev.drover.store.jdbc;

import dev.drover.spi.PortException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;

/// SQLite, with a write-ahead log that is forced to the disk at every commit.
///
/// One process waits for another here and not in SQLite, whose own waiting sleeps up to a tenth of
/// a second at a time and so loses against a process that writes all the time.
final class SqliteDialect implements Dialect {
  private static final long FIRST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000;
  private static final Duration LONGEST_WIPE = Duration.ofSeconds(1);

  private final Path file;
  private final SqliteSettings settings;
  private final SqliteProblems problems;

  SqliteDialect(Path file, SqliteSettings settings, SqliteProblems problems) {
    this.file = file;
    this.settings = settings;
    this.problems = problems;
  }

  @Override
  public Link connect(Role role) throws SQLException {
    return switch (role) {
      case WRITER -> {
        // Asked beforehand: SQLite would leave companions behind that can only be read as well.
        problems.requireWritable();
        yield prepared(this::prepareWriter);
      }
      case READER -> prepared(link -> link.executeOnce("PRAGMA query_only = ON"));
      case OBSERVER -> new SqliteObserver(file, settings, problems).connect();
    };
  }

  /// What is done with a connection before it is used.
  private interface Preparation {
    void of(Link link) throws SQLException;
  }

  private Link prepared(Preparation preparation) throws SQLException {
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
  static Link connect(Path file, String parameters, SQLiteConfig config) throws SQLException {
    SqliteLibrary.load();
    // Else the driver asks for the last row after every insert, with a statement made anew.
    config.setGetGeneratedKeys(false);
    // As a URI, for a plain name may not hold a question mark.
    var url = "jdbc:sqlite:" + file.toUri().toASCIIString() + parameters;
    return new Link(config.createConnection(url));
  }

  private void prepareWriter(Link link) throws SQLException {
    var schema = new SqliteSchema(file);
    // Before anything is changed: the file may be another program's.
    schema.check(link);
    keepWriteAheadLog(link);
    link.executeOnce("PRAGMA synchronous = FULL");
    // Where a plain fsync stops at the drive's cache, as on macOS.
    link.executeOnce("PRAGMA fullfsync = ON");
    // What is taken away is overwritten: people delete sessions because of what is in them.
    link.executeOnce("PRAGMA secure_delete = ON");
    link.executeOnce("PRAGMA wal_autocheckpoint = " + settings.checkpointPages());
    link.executeOnce("PRAGMA max_page_count = " + settings.maxPages());
    link.executeOnce("PRAGMA busy_timeout = 0");
    beginWriting(link);
    schema.bringUpToDate(link);
    link.execute("COMMIT");
  }

  /// SQLite does not wait at all when two connections make the same new file at the same moment:
  /// each holds what the other wants, and one of them has to begin again.
  private void keepWriteAheadLog(Link link) throws SQLException {
    var mode =
        patiently(
            () -> link.first("PRAGMA journal_mode = WAL", row -> row.getString(1)).orElse(""));
    if (!mode.toLowerCase(Locale.ROOT).equals("wal")) {
      throw problems.noSharedLog();
    }
  }

  @Override
  public void beginWriting(Link writer) throws SQLException {
    patiently(
        () -> {
          writer.execute("BEGIN IMMEDIATE");
          return "begun";
        });
  }

  /// One statement, which changes nothing when it is refused.
  private interface Attempt {
    String make() throws SQLException;
  }

  private String patiently(Attempt attempt) throws SQLException {
    var deadline = Deadline.in(settings.lockWait());
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

  @Override
  public boolean isLocked(SQLException broken) {
    return SqliteProblems.isLocked(broken);
  }

  @Override
  public void beginReading(Link reader) throws SQLException {
    reader.execute("BEGIN");
  }

  /// SQLite leaves out what this very connection wrote, and nobody else writes in this process.
  @Override
  public long foreignVersion(Link link) throws SQLException {
    return link.first("PRAGMA data_version", row -> row.getLong(1)).orElse(0L);
  }

  /// Deleted rows are overwritten in the file, but the log still has them as they were.
  @Override
  public void wipe(Link writer) throws SQLException {
    var deadline = Deadline.in(LONGEST_WIPE);
    while (isLogHeld(writer) && !deadline.isOver()) {
      LockSupport.parkNanos(LONGEST_PAUSE_NANOS);
    }
  }

  private static boolean isLogHeld(Link writer) throws SQLException {
    return writer.first("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getBoolean(1)).orElse(true);
  }

  /// Moves the log into the file, so that the file alone is the store. If others are still reading
  /// the log stays, and loses nothing.
  @Override
  public void leave(Link writer) throws SQLException {
    writer.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  @Override
  public Optional<List<String>> tableDamage(Link link, Duration limit, int most)
      throws SQLException {
    try {
      var found =
          link.within(limit, timed -> timed.all("PRAGMA quick_check", row -> row.getString(1)));
      return Optional.of(found.stream().filter(line -> !line.equals("ok")).limit(most).toList());
    } catch (SQLException interrupted) {
      if (!SqliteProblems.isInterrupted(interrupted)) {
        throw interrupted;
      }
      return Optional.empty();
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
