package dev.drover.store.jdbc;

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

/// All parts of a store over one database. Any thread may call any method.
final class JdbcStore implements Store {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final SqlDialect dialect;
  private final DatabaseAccess database;
  private final ForeignChangePoller foreign;
  private final Journal journal;
  private final Inbox inbox;
  private final Blobs blobs;
  private final JdbcArtifactStore shelf;
  private final Leases leases;
  private final Catalog catalog;
  private final AccountStore accounts;
  private final GrantStore grants;

  JdbcStore(SqlDialect dialect, DatabaseAccess database) {
    this.dialect = dialect;
    this.database = database;
    this.foreign = new ForeignChangePoller(database::foreignVersion, LOOK_EVERY);
    this.shelf = new JdbcArtifactStore(database);
    this.journal = new JdbcJournal(database, shelf);
    this.inbox = new JdbcInbox(database);
    this.blobs = new JdbcBlobs(database);
    this.leases = new JdbcLeases(database);
    this.catalog = new JdbcCatalog(database);
    this.accounts = new JdbcAccountStore(database);
    this.grants = new JdbcGrantStore(database);
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
  public ArtifactStore artifacts() {
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
  public AccountStore accounts() {
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
  public Store.Inspection inspect(Duration limit) {
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
