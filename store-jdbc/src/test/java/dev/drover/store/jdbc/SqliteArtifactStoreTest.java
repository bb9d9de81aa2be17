package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.KeepLoop.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.SweepResult;
import dev.drover.spi.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Artifacts in a file, and a process that is killed while it stores one.
@Tag("D14")
class SqliteArtifactStoreTest {
  private static final ArtifactStore.Sweep NOTHING =
      new ArtifactStore.Sweep(Instant.MIN, Long.MAX_VALUE);
  private static final ArtifactStore.Sweep LATER =
      new ArtifactStore.Sweep(KeepLoop.AT.plusSeconds(1), Long.MAX_VALUE);

  @TempDir Path folder;

  @Test
  @Tag("A13")
  void anUploadOfAKilledProcessIsInvisibleAndIsSwept() throws Exception {
    var random = new SplittableRandom(14);
    for (int round = 0; round < 2; round++) {
      var file = folder.resolve("drover-%d.db".formatted(round));
      String whole;
      try (var victim = ForkedJvm.run(KeepLoop.class, file.toString())) {
        whole = victim.readLine();
        int moment = random.nextInt(3, 20);
        for (int line = 0; line < moment; line++) {
          victim.readLine();
        }
        victim.kill();
      }
      try (var store = SqliteStore.open(file)) {
        assertOnlyTheWholeOneIsThere(store, whole);
        long size = store.artifacts().find(SESSION, whole).orElseThrow().bytes();
        assertThat(store.artifacts().sweep(NOTHING).bytesLeft()).isGreaterThan(size);
        store.artifacts().pin(SESSION, store.artifacts().find(SESSION, whole).orElseThrow().name());
        assertThat(store.artifacts().sweep(LATER)).isEqualTo(new SweepResult(0, size));
        assertOnlyTheWholeOneIsThere(store, whole);
      }
      assertThat(rows(file, "pieces")).isEqualTo(KeepLoop.PIECES);
      assertThat(rows(file, "contents")).isEqualTo(1);
    }
  }

  private static void assertOnlyTheWholeOneIsThere(Store store, String name) {
    var all = store.artifacts().list(SESSION, 0, 100);
    assertThat(all).extracting(kept -> kept.name().sha256()).containsExactly(name);
    var content =
        store
            .artifacts()
            .read(SESSION, all.getFirst().name(), 0, 1_000_000)
            .orElseThrow()
            .toString();
    var expected = new StringBuilder();
    for (int i = 0; i < KeepLoop.PIECES; i++) {
      expected.append(KeepLoop.piece("whole", i));
    }
    assertThat(content).isEqualTo(expected.toString());
  }

  @Test
  void theSameContentTwiceIsWrittenOnce() throws Exception {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      StoreShortcuts.append(store, SESSION, 0, "opened");
      for (int i = 0; i < 4; i++) {
        keep(store, 5);
      }
    }
    assertThat(rows(file, "pieces")).isEqualTo(5);
    assertThat(rows(file, "contents")).isEqualTo(1);
    assertThat(rows(file, "artifacts")).isEqualTo(1);
  }

  @Test
  void sweptContentLeavesRoomForOtherContent() throws Exception {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      StoreShortcuts.append(store, SESSION, 0, "opened");
      keep(store, 12);
      store.artifacts().sweep(LATER);
    }
    long once = Files.size(file);
    assertThat(rows(file, "pieces")).isZero();
    try (var store = SqliteStore.open(file)) {
      for (int i = 8; i < 12; i++) {
        keep(store, i);
        store.artifacts().sweep(LATER);
      }
    }
    assertThat(Files.size(file)).isEqualTo(once);
  }

  private static void keep(Store store, int pieces) {
    try (var parcel = store.artifacts().startUpload(SESSION, KeepLoop.AT)) {
      for (int i = 0; i < pieces; i++) {
        parcel.add(KeepLoop.piece("part", i));
      }
      assertThat(parcel.finish().bytes()).isEqualTo(pieces * length(KeepLoop.piece("part", 0)));
    }
  }

  private static long length(Bytes piece) {
    return piece.length();
  }

  private static long rows(Path file, String table) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      return rows.getLong(1);
    }
  }
}
