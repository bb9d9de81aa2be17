package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SchemaMigrations;
import dev.drover.store.sql.TextEncoding;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that an earlier version wrote.
class SqliteVersionTest {
  @TempDir Path folder;

  @Test
  void anApprovalOfVersion2StaysOpenWithoutTheFieldsOfLaterVersions() throws Exception {
    var file = folder.resolve("drover.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      for (var script : SqliteSchema.MIGRATIONS.subList(0, 2)) {
        for (var each : SchemaMigrations.statements(script)) {
          statement.execute(each);
        }
      }
      statement.execute("PRAGMA application_id = 1148350326");
      statement.execute("PRAGMA user_version = 2");
      statement.execute(
          """
          INSERT INTO sessions VALUES
            (1, 's-1', 6, 'p-1', 'r-1', 'clerk', '/work', '2026-01-01T00:00:00Z')\
          """);
      statement.execute(
          """
          INSERT INTO approvals VALUES
            (1, 1, 2, 'r-1', '2026-01-01T00:00:01Z', 'bash', 'why', 'bash(ls)', 'ls', NULL, NULL)\
          """);
      statement.execute(
          "INSERT INTO rules VALUES (1, 'bash(make)', 'anna', '2026-01-01T00:00:02Z')");
    }
    try (var store = SqliteStore.open(file)) {
      assertThat(store.catalog().rules("")).containsExactly("bash(make)");
      assertThat(store.catalog().session(StoreShortcuts.SESSION).orElseThrow().identity())
          .isEqualTo(Identity.NONE);
      assertThat(store.catalog().approvals())
          .containsExactly(
              new ApprovalRow(
                  new ApprovalId(StoreShortcuts.SESSION, new EffectId(2)),
                  new RunId("r-1"),
                  Instant.parse("2026-01-01T00:00:01Z"),
                  new ToolCall("", "bash", Text.EMPTY),
                  "why",
                  "bash(ls)",
                  Text.of("ls"),
                  ApprovalEligibility.ANYBODY));
    }
  }

  @Test
  void aFileBeingCreatedByAnotherProcessIsNotRefusedAsForeign() throws Exception {
    var file = folder.resolve("drover.db");
    try (var link =
        new PreparedConnection(
            whileLooking(file, () -> SqliteStore.open(file).close()), TextEncoding.PLAIN)) {
      new SqliteSchema(file).check(link);
    }
    try (var store = SqliteStore.open(file)) {
      assertThat(store.description()).contains("drover.db");
    }
  }

  @Test
  void openingAFileThatAnotherProcessIsCreatingWaitsForIt() throws Exception {
    var file = folder.resolve("drover.db");
    try (var other = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      var opened = new CompletableFuture<String>();
      Thread.ofPlatform().start(() -> opened.complete(descriptionOf(file)));
      assertThatThrownBy(() -> opened.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      statement.execute("ROLLBACK");
      assertThat(opened.join()).contains("schema");
    }
  }

  private static String descriptionOf(Path file) {
    try (var store = SqliteStore.open(file)) {
      return store.description();
    } catch (PortException refused) {
      return refused.toString();
    }
  }

  /// A connection that lets other code run in the middle of the check of the file, until it is done
  /// or blocked.
  private static Connection whileLooking(Path file, Runnable other) throws SQLException {
    var real = DriverManager.getConnection("jdbc:sqlite:" + file);
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (arguments != null && String.valueOf(arguments[0]).contains("sqlite_master")) {
                Thread.ofPlatform().start(other).join(Duration.ofMillis(700));
              }
              return method.invoke(real, arguments);
            });
  }
}
