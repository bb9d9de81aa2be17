package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.Bytes;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store can be checked within a time limit.
@Tag("J1")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StoreInspectionTest {
  private static final Duration ENOUGH = Duration.ofMinutes(1);

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void aStore() {
    file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
      for (int i = 0; i < 3; i++) {
        store.blobs().put(Bytes.of("content " + i), Instant.MAX);
      }
    }
  }

  private Store.Inspection inspect(Duration limit) {
    try (var store = SqliteStore.openReadOnly(file)) {
      return store.inspect(limit);
    }
  }

  private void change(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void anIntactStoreHasNoDamage() {
    assertThat(inspect(ENOUGH))
        .isEqualTo(new Store.Inspection(List.of(), List.of("tables", "3 of 3 contents")));
  }

  @Test
  void aStoreTooLargeForTheTimeLimitIsCheckedInPart() throws SQLException {
    change(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            + " INSERT INTO processes SELECT 'p-' || i, hex(zeroblob(200)) FROM n");
    assertThat(inspect(Duration.ZERO))
        .isEqualTo(
            new Store.Inspection(List.of(), List.of("a part of the tables", "1 of 3 contents")));
  }

  @Test
  void contentThatDoesNotMatchItsNameIsDamage() throws SQLException {
    change("UPDATE blobs SET content = x'00' WHERE rowid = 2");
    assertThat(inspect(ENOUGH).damage())
        .containsExactly(
            "content d1988cd3019824f075f61677e1a6f54b16035868488e4051757dde53adeef80f is not what"
                + " its name says");
  }
}
