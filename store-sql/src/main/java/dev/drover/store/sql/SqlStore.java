package dev.drover.store.sql;

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

/// All parts of a store over one database. Any thread may call any method.
public final class SqlStore implements Store {
  private final SqlDialect dialect;
  private final DatabaseAccess database;
  private final Journal journal;
  private final Inbox inbox;
  private final Blobs blobs;
  private final SqlArtifactStore shelf;
  private final Leases leases;
  private final Catalog catalog;
  private final AccountStore accounts;
  private final GrantStore grants;

  public SqlStore(SqlDialect dialect, DatabaseAccess database) {
    this.dialect = dialect;
    this.database = database;
    var tables = dialect.tables();
    this.shelf = new SqlArtifactStore(database);
    this.journal = new SqlJournal(database, tables, shelf);
    this.inbox = new SqlInbox(database, tables);
    this.blobs = new SqlBlobs(database, tables.blobs());
    this.leases = new SqlLeases(database, tables);
    this.catalog = new SqlCatalog(database);
    this.accounts = new SqlAccountStore(database, tables);
    this.grants = new SqlGrantStore(database);
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
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    return database.onForeignChange(hint);
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
    database.close();
  }
}
