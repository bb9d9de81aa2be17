package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.sqlite.SQLiteConfig;

/// Durable appends per second through the store, compared with a plain loop over the same tables
/// with the same batch size, on the same disk, in alternation. Run by hand:
///
/// `java -cp … dev.drover.store.jdbc.AppendSpeed FOLDER SESSIONS SECONDS ROUNDS`
final class AppendSpeed {
  private static final int BODY_BYTES = 350;
  private static final OwnerId OWNER = new OwnerId("p-1");

  private final Path folder;
  private final int sessions;
  private final long nanos;

  private AppendSpeed(Path folder, int sessions, int seconds) {
    this.folder = folder;
    this.sessions = sessions;
    this.nanos = seconds * 1_000_000_000L;
  }

  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws Exception {
    var speed =
        new AppendSpeed(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    int rounds = Integer.parseInt(args[3]);
    var ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      double plain = speed.plain();
      double store = speed.store();
      ratios[round] = store / plain;
      System.out.printf(
          "%d sessions: store %.0f/s, plain %.0f/s, %.0f %%%n",
          speed.sessions, store, plain, 100 * store / plain);
    }
    Arrays.sort(ratios);
    System.out.printf("median %.0f %%%n", 100 * ratios[rounds / 2]);
  }

  private double store() throws Exception {
    var file = emptyFile();
    try (var store = SqliteStore.open(file)) {
      for (int i = 0; i < sessions; i++) {
        store.journal().append(opening(new SessionId("s-" + i)));
      }
      var appended = new LongAdder();
      var done = new CountDownLatch(sessions);
      long start = System.nanoTime();
      for (int i = 0; i < sessions; i++) {
        var session = new SessionId("s-" + i);
        Thread.ofVirtual()
            .start(
                () -> {
                  appended.add(appendUntil(store, session, start + nanos));
                  done.countDown();
                });
      }
      done.await();
      return appended.sum() * 1e9 / (System.nanoTime() - start);
    }
  }

  private static Journal.Append opening(SessionId session) {
    return new Journal.Append(
        session,
        0,
        List.of(new Journal.Entry(1, body())),
        OWNER,
        List.of(new Catalog.Change.SessionOpened("clerk", "/work", Instant.EPOCH)),
        null);
  }

  private static long appendUntil(Store store, SessionId session, long end) {
    long seq = 1;
    while (System.nanoTime() - end < 0) {
      store
          .journal()
          .append(
              new Journal.Append(
                  session,
                  seq,
                  List.of(new Journal.Entry(seq + 1, body())),
                  OWNER,
                  List.of(),
                  null));
      seq++;
    }
    return seq - 1;
  }

  private static Bytes body() {
    var body = new byte[BODY_BYTES];
    Arrays.fill(body, (byte) 'x');
    return Bytes.of(body);
  }

  private double plain() throws IOException, SQLException {
    var file = emptyFile();
    try (var store = SqliteStore.open(file)) {
      for (int i = 0; i < sessions; i++) {
        store.journal().append(opening(new SessionId("s-" + i)));
      }
    }
    var config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    try (var connection = config.createConnection("jdbc:sqlite:" + file)) {
      try (var pragma = connection.createStatement()) {
        pragma.execute("PRAGMA synchronous = FULL");
        pragma.execute("PRAGMA wal_autocheckpoint = " + SqliteSettings.DEFAULT.checkpointPages());
      }
      connection.setAutoCommit(false);
      return loop(connection);
    }
  }

  private double loop(Connection connection) throws SQLException {
    try (var advance =
            connection.prepareStatement(
                "UPDATE sessions SET length = ?, owner = ? WHERE ordinal = ? AND length = ?");
        var insert =
            connection.prepareStatement(
                "INSERT INTO events (session, seq, body) VALUES (?, ?, ?)")) {
      long start = System.nanoTime();
      long appended = 0;
      for (long seq = 1; System.nanoTime() - start < nanos; seq++) {
        for (int session = 1; session <= sessions; session++) {
          advance.setLong(1, seq + 1);
          advance.setString(2, OWNER.value());
          advance.setLong(3, session);
          advance.setLong(4, seq);
          advance.executeUpdate();
          insert.setLong(1, session);
          insert.setLong(2, seq + 1);
          insert.setBytes(3, body().array());
          insert.executeUpdate();
        }
        connection.commit();
        appended += sessions;
      }
      return appended * 1e9 / (System.nanoTime() - start);
    }
  }

  private Path emptyFile() throws IOException {
    var file = folder.resolve("speed.db");
    for (var suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(folder.resolve("speed.db" + suffix));
    }
    return file;
  }
}
