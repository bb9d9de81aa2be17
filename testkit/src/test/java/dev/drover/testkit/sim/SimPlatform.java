package dev.drover.testkit.sim;

import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import java.nio.file.Path;

/// The platform of a world. There is one for each world, and all its processes share it.
interface SimPlatform {
  Store store(SimulatedWorld world);

  static SimPlatform memory() {
    return world -> new MemoryStore(world::now);
  }

  /// @param file a file that does not exist yet
  static SimPlatform sqlite(Path file) {
    return world ->
        SerializedStore.of(
            world, Store.class, new VirtualLeaseStore(SqliteStore.open(file), world::now));
  }
}
