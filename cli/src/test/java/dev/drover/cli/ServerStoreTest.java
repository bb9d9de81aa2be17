package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store on a PostgreSQL server, named with `--store`.
@Tag("J9")
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class ServerStoreTest {
  private static EmbeddedPostgres server;

  @TempDir Path place;

  @BeforeAll
  static void startServer() throws IOException {
    // Nothing here stops the machine, so the server need not wait for the disk.
    server = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  private static String address(String schema) {
    return "postgresql://postgres@localhost:%d/postgres?schema=%s"
        .formatted(server.getPort(), schema);
  }

  @Test
  void aRunIsStoredOnTheServerAndSeenFromAnotherFolder() throws IOException {
    var store = address("run_here");
    var cli = new CliFixture(place.resolve("a")).write("w.yaml", CliScripts.WRITE);
    assertThat(
            cli.call("run", "--store", store, "--script", "w.yaml", "--session", "b", "x").exit())
        .isEqualTo(3);
    assertThat(Files.exists(cli.folder().resolve(".drover/drover.db"))).isFalse();
    var elsewhere = new CliFixture(place.resolve("b"));
    assertThat(elsewhere.call("sessions", "--store", store).out()).contains("b");
    assertThat(elsewhere.call("approvals", "--store", store).out()).contains("write");
    assertThat(elsewhere.call("events", "b", "--store", store).exit()).isZero();
    var doctor = elsewhere.call("doctor", "--store", store).out();
    assertThat(doctor).contains("PostgreSQL 18").contains("round trip").contains("LISTEN");
  }

  @Test
  void aServerThatIsNotThereIsNamedWithWhatToDo() {
    var cli = new CliFixture(place).variable("PGPASSWORD", "hunter2-secret");
    var result = cli.call("sessions", "--store", "postgresql://ann@localhost:1/orders");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("store_unavailable: no PostgreSQL server answers at localhost:1")
        .contains("Check that it runs")
        .doesNotContain("hunter2")
        .doesNotContain("Exception");
  }

  @Test
  void aMissingDatabaseAndAWrongAddressAreExplained() {
    var cli = new CliFixture(place);
    var missing = "postgresql://postgres@localhost:%d/orders".formatted(server.getPort());
    assertThat(cli.call("sessions", "--store", missing).err()).contains("createdb orders");
    assertThat(cli.call("sessions", "--store", "postgresql://host").err())
        .startsWith("store_address:")
        .contains("postgresql://user@host:port/database");
    assertThat(cli.call("sessions", "--store", address("empty_one")).err())
        .startsWith("store_not_found:");
    assertThat(cli.call("doctor", "--store", missing).out()).contains("has no database orders");
  }
}
