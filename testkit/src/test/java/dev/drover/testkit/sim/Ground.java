package dev.drover.testkit.sim;

import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import java.nio.file.Path;

/// What a world is built on. It is there once for each world, and all its processes share it.
interface Ground {
  Store store(World world);

  static Ground memory() {
    return _ -> new MemoryStore();
  }

  /// @param file that is not there yet
  static Ground sqlite(Path file) {
    return world -> Guarded.of(world, Store.class, SqliteStore.open(file));
  }
}
