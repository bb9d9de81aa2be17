package dev.drover.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What can go wrong with a server, and what is not ordinary about it.
@ExtendWith(TestServer.SchemaCleanup.class)
class PostgresErrorTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final SessionId SESSION = new SessionId("s-1");

  @TempDir Path folder;

  private static Problem problem(Callable<?> opening) {
    try {
      opening.call();
    } catch (PortException refused) {
      return refused.problem();
    } catch (Exception other) {
      throw new AssertionError(other);
    }
    throw new AssertionError("it was opened");
  }

  private static Journal.Append opening(SessionId session, String agent, String workspace) {
    return new Journal.Append(
        session,
        0,
        List.of(new Journal.Entry(1, Bytes.of("opened"))),
        new OwnerId("p-1"),
        List.of(new Catalog.Change.SessionOpened(agent, workspace, NOON)),
        null);
  }

  private static Journal.Append next(long after) {
    return new Journal.Append(
        SESSION,
        after,
        List.of(new Journal.Entry(after + 1, Bytes.of("next"))),
        new OwnerId("p-1"),
        List.of(),
        null);
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    var found = problem(() -> PostgresStore.connect("postgresql://ann@localhost:1/orders"));
    assertThat(found.code()).isEqualTo("store_unavailable");
    assertThat(found.detail()).contains("no PostgreSQL server answers at localhost:1");
  }

  @Test
  void aMissingDatabaseIsNamedWithTheCommandThatCreatesIt() {
    var found =
        problem(
            () ->
                PostgresStore.connect(
                    "postgresql://postgres@localhost:%d/orders".formatted(TestServer.port())));
    assertThat(found.code()).isEqualTo("store_not_found");
    assertThat(found.detail()).contains("has no database orders");
    assertThat(found.remedy()).contains("createdb orders");
  }

  @Test
  void anUnknownUserIsRefusedWithoutShowingThePassword() {
    var found =
        problem(
            () ->
                PostgresStore.connect(
                    "postgresql://nobody:hunter2@localhost:%d/postgres"
                        .formatted(TestServer.port())));
    assertThat(found.code()).isEqualTo("store_access_denied");
    assertThat(found.toString()).contains("user nobody").doesNotContain("hunter2");
  }

  @Test
  void aUserWithoutPermissionsIsToldWhatToGrant() {
    TestServer.execute("DROP ROLE IF EXISTS guest");
    TestServer.execute("CREATE ROLE guest LOGIN");
    var address = TestServer.address(folder).replace("postgres@", "guest@");
    var found = problem(() -> PostgresStore.connect(address));
    assertThat(found.code()).isEqualTo("store_access_denied");
    assertThat(found.remedy()).contains("GRANT");
    assertThat(PostgresDiagnosis.of(address).gaps())
        .singleElement()
        .asString()
        .contains("AUTHORIZATION guest");
  }

  @Test
  void aSchemaOfAnotherProgramIsLeftAlone() {
    var address = TestServer.address(folder);
    var schema = address.substring(address.indexOf('=') + 1);
    TestServer.execute(
        "CREATE SCHEMA %s; CREATE TABLE %s.sessions (x int)".formatted(schema, schema));
    assertThat(problem(() -> PostgresStore.connect(address)).code()).isEqualTo("store_version");
  }

  @Test
  void aNewerStoreIsRefused() {
    var address = TestServer.address(folder);
    PostgresStore.connect(address).close();
    TestServer.execute(
        "UPDATE %s.store_version SET version = 999"
            .formatted(address.substring(address.indexOf('=') + 1)));
    assertThat(problem(() -> PostgresStore.connect(address)).detail()).contains("version 999");
    assertThat(problem(() -> PostgresStore.connectReadOnly(address)).code())
        .isEqualTo("store_version");
  }

  @Test
  void manyProcessesCanCreateTheTablesAtOnce() throws Exception {
    var address = TestServer.address(folder);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var opening =
          IntStream.range(0, 6)
              .mapToObj(n -> threads.submit(() -> PostgresStore.connect(address)))
              .toList();
      for (var one : opening) {
        one.get(30, TimeUnit.SECONDS).close();
      }
    }
    try (var store = PostgresStore.connectReadOnly(address)) {
      assertThat(store.catalog().sessions(0, 10)).isEmpty();
    }
  }

  @Test
  void aReadOnlyStoreCreatesAndWritesNothing() {
    var address = TestServer.address(folder);
    assertThat(problem(() -> PostgresStore.connectReadOnly(address)).code())
        .isEqualTo("store_not_found");
    try (var store = PostgresStore.connect(address)) {
      store.journal().append(opening(SESSION, "clerk", "/work"));
    }
    try (var store = PostgresStore.connectReadOnly(address)) {
      assertThat(store.access()).isEqualTo(Store.Access.READ_ONLY);
      assertThat(store.catalog().session(SESSION)).isPresent();
      assertThatThrownBy(() -> store.journal().append(next(1)))
          .isInstanceOfSatisfying(
              PortException.class,
              refused -> assertThat(refused.problem().code()).isEqualTo("store_read_only"));
    }
  }

  @Test
  void textsWithCharactersThatTheServerRefusesAreReadBack() {
    try (var store = PostgresStore.connect(TestServer.address(folder))) {
      store.journal().append(opening(SESSION, "cl\u0000erk", "half \ud83d"));
      var row = store.catalog().session(SESSION).orElseThrow();
      assertThat(row.agent()).isEqualTo("cl\u0000erk");
      assertThat(row.workspace()).isEqualTo("half \ud83d");
    }
  }

  @Test
  void aStoreRecoversWhenItsConnectionsWereCut() {
    try (var store = PostgresStore.connect(TestServer.address(folder))) {
      store.journal().append(opening(SESSION, "clerk", "/work"));
      TestServer.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
              + " 'drover'");
      assertThat(problem(() -> appended(store)).code()).isEqualTo("store_unavailable");
      store.journal().append(next(1));
      assertThat(store.journal().read(SESSION, 0, 10).orElseThrow().tail()).isEqualTo(2);
    }
  }

  private static Store appended(Store store) {
    store.journal().append(next(1));
    return store;
  }

  @Test
  @Tag("J9")
  void aStoreBehindAPoolerPollsForChanges() throws Exception {
    var address = TestServer.address(folder) + "&hints=poll";
    try (var here = PostgresStore.connect(address);
        var there = PostgresStore.connect(address)) {
      var hinted = new CountDownLatch(1);
      try (var subscription = here.onForeignChange(_ -> hinted.countDown())) {
        there.journal().append(opening(SESSION, "clerk", "/work"));
        assertThat(hinted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(subscription).isNotNull();
      }
      assertThat(here.catalog().session(SESSION)).isPresent();
    }
  }

  @Test
  void aDiagnosisSaysWhatIsThere() {
    var address = TestServer.address(folder);
    assertThat(PostgresDiagnosis.of(address).facts())
        .anyMatch(fact -> fact.contains("no tables yet"))
        .anyMatch(fact -> fact.contains("PostgreSQL 18"))
        .anyMatch(fact -> fact.startsWith("round trip"))
        .contains("changes are announced (LISTEN)");
    PostgresStore.connect(address).close();
    var found = PostgresDiagnosis.of(address);
    assertThat(found.gaps()).isEmpty();
    assertThat(found.facts()).anyMatch(fact -> fact.startsWith("tables of version 1"));
  }
}
