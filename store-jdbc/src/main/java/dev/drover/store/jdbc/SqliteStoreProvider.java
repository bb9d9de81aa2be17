package dev.drover.store.jdbc;

import dev.drover.spi.store.Store;
import dev.drover.spi.store.StoreProvider;
import java.nio.file.Path;

/// The store for a program that has no database: one file.
public final class SqliteStoreProvider implements StoreProvider {
  public SqliteStoreProvider() {}

  @Override
  public String kind() {
    return "embedded";
  }

  @Override
  public Store open(Path file) {
    return SqliteStore.open(file);
  }

  @Override
  public Store openReadOnly(Path file) {
    return SqliteStore.openReadOnly(file);
  }
}
