package dev.drover.store.jdbc;

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

/// The seven sides of a store over one database. Any thread may call any method.
final class JdbcStore implements Store {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final Dialect dialect;
  private final Database database;
  private final ForeignChanges foreign;
  private final Journal journal;
  private final Inbox inbox;
  private final Blobs blobs;
  private final JdbcShelf shelf;
  private final Leases leases;
  private final Catalog catalog;
  private final Accounts accounts;
  private final GrantStore grants;

  JdbcStore(Dialect dialect, Database database) {
    this.dialect = dialect;
    this.database = database;
    this.foreign = new ForeignChanges(database::foreignVersion, LOOK_EVERY);
    this.shelf = new JdbcShelf(database);
    this.journal = new JdbcJournal(database, shelf);
    this.inbox = new JdbcInbox(database);
    this.blobs = new JdbcBlobs(database);
    this.leases = new JdbcLeases(database);
    this.catalog = new JdbcCatalog(database);
    this.accounts = new JdbcAccounts(database);
    this.grants = new JdbcGrants(database);
  }

  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public Blobs blobs() {
    return blobs;
  }

  @Override
  public Shelf shelf() {
    return shelf;
  }

  @Override
  public Leases leases() {
    return leases;
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public GrantStore grants() {
    return grants;
  }

  @Override
  public Accounts accounts() {
    return accounts;
  }

  @Override
  public Access access() {
    return database.access();
  }

  @Override
  public Subscription onForeignChange(Runnable hint) {
    return foreign.subscribe(hint);
  }

  @Override
  public StoreInspection inspect(Duration limit) {
    return new StoreInspector(dialect, database).inspect(limit);
  }

  @Override
  public String description() {
    return dialect.description();
  }

  @Override
  public void close() {
    foreign.close();
    database.close();
  }
}
