package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static dev.drover.store.jdbc.StoreShortcuts.bodies;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Store;
import dev.drover.store.sql.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The remains of a deleted session in the files of a store, also after a kill in between.
@Tag("B10")
@Timeout(60)
class SqliteDeleteTest {
  private static final String MARKER = "the-secret-plan";
  private static final SessionId OTHER = new SessionId("s-2");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("drover.db");
  }

  @Test
  void deletedDataIsNotInTheBytesOfAnyFile() throws Exception {
    try (var store = SqliteStore.open(file())) {
      givenMarkersEverywhere(store);
      append(store, OTHER, 0, "something else");
      assertThat(filesWith(MARKER)).isNotEmpty();
      store.journal().delete(SESSION, 60);
      assertThat(store.blobs().sweep(Instant.EPOCH.plusSeconds(60))).isEmpty();
      assertThat(filesWith(MARKER)).isEmpty();
      assertThat(bodies(store, OTHER)).containsExactly("something else");
    }
    assertThat(filesWith(MARKER)).isEmpty();
  }

  @Test
  void dataReadByAnotherProcessIsWipedAfterTheRead() throws Exception {
    try (var store = SqliteStore.open(file())) {
      givenMarkersEverywhere(store);
      var dialect =
          new SqliteDialect(
              file(),
              SqliteSettings.DEFAULT,
              new SqliteProblems(file(), SqliteSettings.DEFAULT.lockWait()));
      try (var reader = dialect.connect(SqlDialect.Role.READER)) {
        dialect.beginReading(reader);
        assertThat(reader.first("SELECT count(*) FROM events", row -> row.getLong(1)))
            .contains(59L);
        store.journal().delete(SESSION, 60);
        store.blobs().sweep(Instant.EPOCH.plusSeconds(60));
        assertThat(reader.first("SELECT count(*) FROM events", row -> row.getLong(1)))
            .contains(59L);
        reader.execute("COMMIT");
      }
    }
    assertThat(filesWith(MARKER)).isEmpty();
  }

  /// Events, small and large; an input that waits and one that was settled; a snapshot, an event
  /// that was trimmed, a large text, an artifact.
  private static void givenMarkersEverywhere(Store store) {
    var text = store.blobs().put(marked(60_000), Instant.EPOCH);
    append(store, SESSION, 0, "names " + text + " " + MARKER);
    for (int after = 1; after < 60; after++) {
      append(store, SESSION, after, marked(after % 7 == 0 ? 20_000 : 40).toString());
    }
    for (var input : List.of("i-1", "i-2")) {
      store
          .inbox()
          .put(
              new Inbox.Item(SESSION, new InputId(input), marked(9_000), Instant.EPOCH),
              Integer.MAX_VALUE);
    }
    store.inbox().settle(SESSION, new InputId("i-1"), "no");
    store.journal().trim(SESSION, new Snapshot(60, marked(5_000)), List.of(new EventRange(8, 8)));
    try (var parcel = store.artifacts().startUpload(SESSION, Instant.EPOCH)) {
      parcel.add(marked(200_000));
      parcel.add(marked(1_000));
      parcel.finish();
    }
  }

  private static Bytes marked(int length) {
    return Bytes.of((MARKER + " ").repeat(1 + length / MARKER.length()));
  }

  private List<Path> filesWith(String marker) throws IOException {
    var found = new ArrayList<Path>();
    try (var files = Files.list(folder)) {
      for (var each : files.toList()) {
        if (new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1).contains(marker)) {
          found.add(each);
        }
      }
    }
    return found;
  }

  @Test
  @Tag("A13")
  void afterAKillASessionIsCompleteOrCompletelyDeleted() throws Exception {
    var random = new SplittableRandom(7);
    for (int round = 0; round < 3; round++) {
      var place = folder.resolve(round + ".db");
      int last = -1;
      try (var victim = ForkedJvm.run(DeleteLoop.class, place.toString())) {
        int moment = random.nextInt(1, 60);
        for (int line = 0; line < moment; line++) {
          last = Math.max(last, numberOf(victim.readLine()));
        }
        victim.kill();
        for (var line : victim.rest()) {
          last = Math.max(last, numberOf(line));
        }
      }
      try (var store = SqliteStore.open(place)) {
        assertThereOrGone(store, last);
      }
    }
  }

  /// @param last the number of the last session that was reported as created
  private static void assertThereOrGone(Store store, int last) {
    for (int number = 0; number < last; number++) {
      assertThat(store.journal().isDeleted(DeleteLoop.session(number))).isTrue();
    }
    store.blobs().sweep(Instant.EPOCH.plusSeconds(60));
    for (int number = 0; number <= last; number++) {
      var session = DeleteLoop.session(number);
      boolean gone = store.journal().isDeleted(session);
      assertThat(bodies(store, session)).hasSize(gone ? 0 : DeleteLoop.EVENTS);
      assertThat(store.artifacts().list(session, 0, 10)).hasSize(gone ? 0 : 1);
      assertThat(store.blobs().get(Blobs.idOf(DeleteLoop.content(number))).isPresent())
          .isEqualTo(!gone);
    }
  }

  private static int numberOf(String line) {
    return Integer.parseInt(line.substring(line.indexOf(' ') + 1));
  }
}
