package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.SqliteErrorTest.assertProblem;
import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static dev.drover.store.jdbc.StoreShortcuts.bodies;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors of a real disk.
class SqliteDiskTest {
  @TempDir Path folder;

  @Test
  void aFullDiskLosesNoConfirmedWriteAndTheStoreRecoversWhenThereIsSpace() throws Exception {
    try (var disk = SmallDisk.mount(folder, "4m")) {
      var ballast = disk.path().resolve("ballast");
      Files.write(ballast, new byte[3 << 20]);
      try (var store = SqliteStore.open(disk.path().resolve("drover.db"))) {
        var confirmed = SqliteErrorTest.fill(store);
        assertThat(confirmed).hasSizeGreaterThan(10);
        assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
        Files.delete(ballast);
        append(store, SESSION, confirmed.size(), "again");
        confirmed.add("again");
        assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
      }
    }
  }

  @Test
  void aDiskWithoutSpaceIsReportedAsFull() throws Exception {
    try (var disk = SmallDisk.mount(folder, "1m")) {
      Files.write(disk.path().resolve("ballast"), new byte[(1 << 20) - 8192]);
      assertProblem("store_full", () -> SqliteStore.open(disk.path().resolve("drover.db")));
    }
  }

  @Test
  void aReadOnlyDiskIsReportedAsReadOnly() throws Exception {
    try (var disk = SmallDisk.mount(folder, "4m")) {
      var file = disk.path().resolve("drover.db");
      try (var store = SqliteStore.open(file)) {
        append(store, SESSION, 0, "first");
      }
      disk.makeReadOnly();
      assertProblem("store_read_only", () -> SqliteStore.open(file));
      assertProblem("store_read_only", () -> SqliteStore.open(disk.path().resolve("new.db")));
      assertProblem(
          "store_read_only", () -> SqliteStore.open(disk.path().resolve("folder/new.db")));
      disk.makeWritable();
      try (var store = SqliteStore.open(file)) {
        append(store, SESSION, 1, "second");
        assertThat(bodies(store, SESSION)).containsExactly("first", "second");
      }
    }
  }
}
