/// The part that stores over SQL databases share: tables, queries, and the order of work.
///
/// It knows no database. Each store brings a dialect and the way it writes: SQLite has one writer,
/// PostgreSQL has row locks.
// The modules that it is exported to are compiled after it.
@SuppressWarnings("module")
module dev.drover.store.sql {
  requires transitive dev.drover.spi;
  requires transitive java.sql;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.drover.store.sql to
      dev.drover.store.jdbc,
      dev.drover.store.postgres;
}
