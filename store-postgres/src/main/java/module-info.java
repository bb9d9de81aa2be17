/// Stores sessions in a PostgreSQL database, which many processes on many machines share.
///
/// It does not know the meaning of events or which process drives a session: it stores bytes in
/// order, refuses an append that comes too late, and loses nothing that it has confirmed.
@SuppressWarnings("requires-automatic") // The driver has a module name, and no descriptor.
module dev.drover.store.postgres {
  requires transitive dev.drover.spi;
  requires dev.drover.store.sql;
  requires java.sql;
  requires static org.jspecify;
  requires org.postgresql.jdbc;
  requires org.slf4j;

  exports dev.drover.store.postgres;
}
