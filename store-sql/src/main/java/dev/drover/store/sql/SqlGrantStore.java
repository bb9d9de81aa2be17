package dev.drover.store.sql;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.GrantStore.GrantId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Permanent grants, as [SqlCatalogChanges] wrote them.
final class SqlGrantStore implements GrantStore {
  private final DatabaseAccess database;

  SqlGrantStore(DatabaseAccess database) {
    this.database = database;
  }

  @Override
  public List<GrantRow> all() {
    return database.read(
        link ->
            link.all(
                """
                SELECT ordinal, tenant, rule, granted_by, granted_at, session, effect,
                       revoked_by, revoked_at
                FROM grants ORDER BY ordinal\
                """,
                SqlGrantStore::grant));
  }

  private static GrantRow grant(SqlRow row) throws SQLException {
    return new GrantRow(
        new GrantId(row.getLong(1)),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Instant.parse(row.getString(5)),
        question(row),
        row.getString(9) == null
            ? null
            : new Revocation(row.getString(8), Instant.parse(row.getString(9))));
  }

  private static @Nullable ApprovalId question(SqlRow row) throws SQLException {
    var session = row.getString(6);
    long effect = row.getLong(7);
    return session == null || row.wasNull()
        ? null
        : new ApprovalId(new SessionId(session), new EffectId(effect));
  }

  @Override
  public boolean revoke(GrantId grant, String by, Instant at) {
    return database.write(
            link ->
                link.update(
                    """
                    UPDATE grants SET revoked_by = ?, revoked_at = ?
                    WHERE ordinal = ? AND revoked_at IS NULL\
                    """,
                    by,
                    at.toString(),
                    grant.number()))
        > 0;
  }
}
