package dev.drover.store.jdbc;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.OwnerId;
import java.time.Instant;
import java.util.Optional;

/// Processes that are at work. Who holds a session is in the session's own row.
final class JdbcLeases implements Leases {
  private final Database database;

  JdbcLeases(Database database) {
    this.database = database;
  }

  @Override
  public void renew(OwnerId owner, Instant until) {
    database.write(
        link ->
            link.update(
                """
                INSERT INTO processes (owner, at_work_until) VALUES (?, ?)
                ON CONFLICT (owner) DO UPDATE SET at_work_until = excluded.at_work_until\
                """,
                owner.value(),
                until.toString()));
  }

  @Override
  public void release(OwnerId owner) {
    database.write(link -> link.update("DELETE FROM processes WHERE owner = ?", owner.value()));
  }

  @Override
  public void letGo(OwnerId owner, SessionId session, long after) {
    // No process has this name, so the session is nobody's until somebody appends to it.
    database.write(
        link ->
            link.update(
                "UPDATE sessions SET owner = '' WHERE id = ? AND owner = ? AND length = ?",
                session.value(),
                owner.value(),
                after));
  }

  @Override
  public Optional<Lease> holder(SessionId session) {
    return database.read(
        link ->
            link.first(
                """
                SELECT p.owner, p.at_work_until FROM sessions s
                JOIN processes p ON p.owner = s.owner WHERE s.id = ?\
                """,
                row -> new Lease(new OwnerId(row.getString(1)), Instant.parse(row.getString(2))),
                session.value()));
  }
}
