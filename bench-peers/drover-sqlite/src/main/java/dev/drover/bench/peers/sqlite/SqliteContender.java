package dev.drover.bench.peers.sqlite;

import dev.drover.Drover;
import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Stage;
import dev.drover.bench.peers.drover.DroverContender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/// A [DroverContender] on the embedded store, which counts what it keeps by looking at the files
/// from outside.
public final class SqliteContender implements Contender.Durable {
  private static final String STORE = "drover.db";

  private final DroverContender drover;
  private final Path folder;

  private SqliteContender(Stage stage) {
    this.folder = stage.folder();
    this.drover = new DroverContender(stage, Drover.embedded(folder));
  }

  public static void main(String[] args) {
    Child.main(SqliteContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    return drover.open(id);
  }

  /// Events, and commits in the write-ahead log: as long as the log is not moved into the file,
  /// which a few hundred runs do not bring about.
  @Override
  public Kept kept() {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(STORE));
        var ask = connection.createStatement();
        var row = ask.executeQuery("SELECT count(*) FROM events")) {
      row.next();
      var log = WriteAheadLog.read(folder.resolve(STORE + "-wal"));
      return new Kept(row.getLong(1), log.commits(), log.bytes());
    } catch (SQLException broken) {
      throw new IllegalStateException("SQLite cannot count: " + broken.getMessage(), broken);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() {
    drover.close();
  }
}
