package dev.drover.store.jdbc;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.spi.store.Answering;
import dev.drover.spi.store.Catalog;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lists, as [Changes] left them.
final class JdbcCatalog implements Catalog {
  private static final String SESSIONS =
      "SELECT ordinal, id, agent, workspace, opened_at, length, running FROM sessions ";
  private static final String RUNS =
      """
      SELECT r.ordinal, r.id, s.id, r.first_seq, r.accepted_at, r.title, r.digest,
             r.last_seq, r.ended_at, r.status
      FROM runs r JOIN sessions s ON s.ordinal = r.session
      """;

  /// As above, with the digest of the message that went into the run.
  private static final String STEERED =
      """
      SELECT r.ordinal, r.id, s.id, r.first_seq, r.accepted_at, r.title, m.digest,
             r.last_seq, r.ended_at, r.status
      FROM steered m
      JOIN sessions s ON s.ordinal = m.session
      JOIN runs r ON r.id = m.run
      WHERE s.id = ? AND m.run_key = ?
      """;

  private static final String HAS_EVENTS = "(r.last_seq IS NULL OR r.first_seq <= r.last_seq)";
  private static final String APPROVALS =
      """
      SELECT s.id, a.effect, a.run, a.asked_at, a.tool, a.why, a.rule,
             a.preview, a.preview_blob, a.preview_bytes,
             a.call_id, a.arguments, a.arguments_blob, a.arguments_bytes, a.answerers, a.until
      FROM approvals a JOIN sessions s ON s.ordinal = a.session
      """;

  private final Database database;

  JdbcCatalog(Database database) {
    this.database = database;
  }

  @Override
  public List<SessionRow> sessions(long after, int limit) {
    return all(
        SESSIONS + "WHERE ordinal > ? ORDER BY ordinal LIMIT ?",
        JdbcCatalog::session,
        after,
        limit);
  }

  @Override
  public Optional<SessionRow> session(SessionId session) {
    return first(SESSIONS + "WHERE id = ?", JdbcCatalog::session, session.value());
  }

  @Override
  public List<SessionRow> unfinished(long after, int limit) {
    return all(
        SESSIONS + "WHERE ordinal > ? AND running IS NOT NULL ORDER BY ordinal LIMIT ?",
        JdbcCatalog::session,
        after,
        limit);
  }

  @Override
  public List<RunRow> runs(SessionId session, long after, int limit) {
    return all(
        RUNS + "WHERE s.id = ? AND r.ordinal > ? AND " + HAS_EVENTS + " ORDER BY r.ordinal LIMIT ?",
        JdbcCatalog::run,
        session.value(),
        after,
        limit);
  }

  @Override
  public Optional<RunRow> run(RunId run) {
    return first(RUNS + "WHERE r.id = ? AND " + HAS_EVENTS, JdbcCatalog::run, run.value());
  }

  @Override
  public Optional<RunRow> run(SessionId session, RunKey key) {
    var begun =
        first(
            RUNS + "WHERE s.id = ? AND r.run_key = ?",
            JdbcCatalog::run,
            session.value(),
            key.value());
    return begun.isPresent()
        ? begun
        : first(STEERED, JdbcCatalog::run, session.value(), key.value());
  }

  @Override
  public List<ApprovalRow> approvals() {
    return all(APPROVALS + "ORDER BY a.ordinal", JdbcCatalog::approval);
  }

  @Override
  public Optional<ApprovalRow> approval(ApprovalId approval) {
    return first(
        APPROVALS + "WHERE s.id = ? AND a.effect = ?",
        JdbcCatalog::approval,
        approval.session().value(),
        approval.effect().ordinal());
  }

  @Override
  public List<String> rules() {
    return all("SELECT rule FROM rules ORDER BY ordinal", row -> row.getString(1));
  }

  private <R> List<R> all(String sql, Link.RowReader<R> reader, @Nullable Object... values) {
    return database.read(link -> link.all(sql, reader, values));
  }

  private <R> Optional<R> first(String sql, Link.RowReader<R> reader, @Nullable Object... values) {
    return database.read(link -> link.first(sql, reader, values));
  }

  private static SessionRow session(ResultSet row) throws SQLException {
    var running = row.getString(7);
    return new SessionRow(
        row.getLong(1),
        new SessionId(row.getString(2)),
        row.getString(3),
        row.getString(4),
        Instant.parse(row.getString(5)),
        row.getLong(6),
        running == null ? null : new RunId(running));
  }

  private static RunRow run(ResultSet row) throws SQLException {
    return new RunRow(
        row.getLong(1),
        new RunId(row.getString(2)),
        new SessionId(row.getString(3)),
        row.getLong(4),
        Instant.parse(row.getString(5)),
        row.getString(6),
        row.getString(7),
        end(row));
  }

  private static @Nullable RunEnd end(ResultSet row) throws SQLException {
    var status = row.getString(10);
    return status == null
        ? null
        : new RunEnd(row.getLong(8), Instant.parse(row.getString(9)), RunStatus.valueOf(status));
  }

  private static ApprovalRow approval(ResultSet row) throws SQLException {
    return new ApprovalRow(
        new ApprovalId(new SessionId(row.getString(1)), new EffectId(row.getLong(2))),
        new RunId(row.getString(3)),
        Instant.parse(row.getString(4)),
        new ToolCall(row.getString(11), row.getString(5), text(row, 12)),
        row.getString(6),
        row.getString(7),
        text(row, 8),
        answering(row));
  }

  /// @param column where it is in place; the two after it are about a blob
  private static Text text(ResultSet row, int column) throws SQLException {
    var inPlace = row.getString(column);
    var blob = row.getString(column + 1);
    if (blob != null) {
      return new Text.Stored(new BlobId(blob), row.getLong(column + 2));
    }
    return inPlace == null ? Text.EMPTY : new Text.Inline(inPlace);
  }

  private static Answering answering(ResultSet row) throws SQLException {
    var until = row.getString(16);
    return new Answering(
        NameLines.read(row.getString(15)), until == null ? null : Instant.parse(until));
  }
}
