package dev.drover.testkit;

import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.function.Consumer;

/// A store that delegates to another one. Subclasses override single ports.
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
  public ArtifactStore artifacts() {
    return inner.artifacts();
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
  public AccountStore accounts() {
    return inner.accounts();
  }

  @Override
  public Access access() {
    return inner.access();
  }

  @Override
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    return inner.onForeignChange(hint);
  }

  @Override
  public Store.Inspection inspect(Duration limit) {
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
