package dev.drover.bench.peers.postgres;

import dev.drover.bench.peers.Host;
import dev.drover.bench.peers.Reply;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;

/// PostgreSQL on a free port of the loopback interface, with the settings it has by itself.
///
/// The library that starts it is made for tests: it switches `fsync` and `synchronous_commit` off
/// and allows 300 connections. Here everything is back at PostgreSQL's own defaults, and what the
/// server itself says about that goes into the report.
public final class PostgresServer implements Host.Server {
  private final EmbeddedPostgres postgres;
  private final Reply ready;

  private PostgresServer(EmbeddedPostgres postgres, Reply ready) {
    this.postgres = postgres;
    this.ready = ready;
  }

  public static void main(String[] args) {
    Host.main(PostgresServer::start, args);
  }

  private static PostgresServer start(Path folder, Path cache) throws IOException {
    if (Files.notExists(cache)) {
      // The first start unpacks the programs, which is no part of how long a start takes.
      postgres(Files.createDirectories(folder.resolve("unpacked")), cache).close();
    }
    var data = Files.createDirectories(folder.resolve("data"));
    long start = System.nanoTime();
    var postgres = postgres(data, cache);
    long millis = (System.nanoTime() - start) / 1_000_000;
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var ask = connection.createStatement()) {
      var ready =
          Reply.of("ready")
              .with("address", postgres.getJdbcUrl("postgres", "postgres"))
              .with("pid", Files.readAllLines(data.resolve("postmaster.pid")).getFirst())
              .with("version", "PostgreSQL " + setting(ask, "server_version"))
              .with("settings", settings(ask))
              .with("millis", millis)
              .with("megabytes", Host.megabytes(cache));
      return new PostgresServer(postgres, ready);
    } catch (SQLException | IOException broken) {
      postgres.close();
      throw new IOException("PostgreSQL does not answer: " + broken.getMessage(), broken);
    }
  }

  private static EmbeddedPostgres postgres(Path data, Path cache) throws IOException {
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(cache.toFile())
        .setDataDirectory(data)
        .setServerConfig("listen_addresses", "127.0.0.1")
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_connections", "100")
        .start();
  }

  private static String settings(Statement ask) throws SQLException {
    var settings = new StringBuilder();
    for (var name : new String[] {"fsync", "synchronous_commit", "wal_sync_method"}) {
      settings.append(settings.isEmpty() ? "" : ", ");
      settings.append(name).append('=').append(setting(ask, name));
    }
    return settings.toString();
  }

  private static String setting(Statement ask, String name) throws SQLException {
    try (var row = ask.executeQuery("SHOW " + name)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public Reply ready() {
    return ready;
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
