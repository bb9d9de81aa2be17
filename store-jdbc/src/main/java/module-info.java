/// Stores sessions in a database: SQLite in a file, one dialect at a time.
///
/// It does not know the meaning of events or which process drives a session: it stores bytes in
/// order, refuses an append that comes too late, and loses nothing that it has confirmed.
module dev.drover.store.jdbc {
  requires transitive dev.drover.spi;
  requires dev.drover.store.sql;
  requires java.sql;
  requires static org.jspecify;
  requires org.slf4j;
  requires org.xerial.sqlitejdbc;

  exports dev.drover.store.jdbc;

  provides dev.drover.spi.store.StoreProvider with
      dev.drover.store.jdbc.SqliteStoreProvider;
}
