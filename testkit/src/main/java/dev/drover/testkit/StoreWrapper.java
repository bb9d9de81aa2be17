package dev.drover.testkit;

import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.StoreInspection;
import java.time.Duration;

/// A store that does what another one does. Subclasses change one side of it.
public class StoreWrapper implements Store {
  private final Store inner;

  public StoreWrapper(Store inner) {
    this.inner = inner;
  }

  @Override
  public Journal journal() {
    return inner.journal();
  }

  @Override
  public Inbox inbox() {
    return inner.inbox();
  }

  @Override
  public Blobs blobs() {
    return inner.blobs();
  }

  @Override
  public Shelf shelf() {
    return inner.shelf();
  }

  @Override
  public Leases leases() {
    return inner.leases();
  }

  @Override
  public Catalog catalog() {
    return inner.catalog();
  }

  @Override
  public GrantStore grants() {
    return inner.grants();
  }

  @Override
  public Accounts accounts() {
    return inner.accounts();
  }

  @Override
  public Access access() {
    return inner.access();
  }

  @Override
  public Subscription onForeignChange(Runnable hint) {
    return inner.onForeignChange(hint);
  }

  @Override
  public StoreInspection inspect(Duration limit) {
    return inner.inspect(limit);
  }

  @Override
  public String description() {
    return inner.description();
  }

  @Override
  public void close() {
    inner.close();
  }
}
