package dev.drover.store.postgres;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A measurement, and not a test: appends per second of a store, with one waiting thread for each
/// session, against a plain loop on the same server that updates and inserts the same rows in
/// batches of JDBC. Rounds alternate, so that other load meets both. Argument: seconds per round.
final class PostgresAppendSpeed {
  private static final int SESSIONS = 256;
  private static final int BYTES = 350;
  private static final int ROUNDS = 3;

  private PostgresAppendSpeed() {}

  public static void main(String[] args) throws Exception {
    long nanos = Long.parseLong(args[0]) * 1_000_000_000L;
    var body = Bytes.of("x".repeat(BYTES));
    try (var store = PostgresStore.connect(TestServer.address() + "?schema=speed")) {
      for (int session = 0; session < SESSIONS; session++) {
        store.journal().append(append(session, 0, body));
      }
      long[] ends = new long[SESSIONS];
      Arrays.fill(ends, 1);
      for (int round = 1; round <= ROUNDS; round++) {
        double plain = plain(body, ends, nanos);
        double ours = store(store, body, ends, nanos);
        System.out.printf(
            "round %d: plain loop %,.0f appends/s, store %,.0f appends/s, %.0f %%%n",
            round, plain, ours, 100 * ours / plain);
      }
    }
  }

  private static Journal.Append append(int session, long after, Bytes body) {
    return new Journal.Append(
        new SessionId("s-" + session),
        after,
        List.of(new Journal.Entry(after + 1, body)),
        new OwnerId("p-1"),
        after == 0
            ? List.of(new Catalog.Change.SessionOpened("clerk", "/work", Instant.EPOCH))
            : List.of(),
        null);
  }

  private static double store(Store store, Bytes body, long[] ends, long nanos) throws Exception {
    var count = new AtomicLong();
    long begun = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int each = 0; each < SESSIONS; each++) {
        int session = each;
        threads.execute(
            () -> {
              while (System.nanoTime() - begun < nanos) {
                store.journal().append(append(session, ends[session], body));
                ends[session]++;
                count.incrementAndGet();
              }
            });
      }
    }
    return count.get() * 1e9 / (System.nanoTime() - begun);
  }

  private static double plain(Bytes body, long[] ends, long nanos) throws SQLException {
    long count = 0;
    var url = PostgresUrl.parse(TestServer.address() + "?schema=speed");
    try (var connection = PostgresDialect.connect(url);
        var update =
            connection.prepareStatement(
                "UPDATE heads SET length = ?, owner = ? WHERE session = ? AND length = ?");
        var insert =
            connection.prepareStatement(
                "INSERT INTO events (session, seq, body) VALUES (?, ?, ?)")) {
      connection.setAutoCommit(false);
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < nanos) {
        for (int session = 0; session < SESSIONS; session++) {
          update.setLong(1, ends[session] + 1);
          update.setString(2, "p-1");
          update.setLong(3, session + 1);
          update.setLong(4, ends[session]);
          update.addBatch();
          insert.setLong(1, session + 1);
          insert.setLong(2, ends[session] + 1);
          insert.setBytes(3, body.array());
          insert.addBatch();
          ends[session]++;
        }
        update.executeBatch();
        insert.executeBatch();
        connection.commit();
        count += SESSIONS;
      }
      return count * 1e9 / (System.nanoTime() - begun);
    }
  }
}
