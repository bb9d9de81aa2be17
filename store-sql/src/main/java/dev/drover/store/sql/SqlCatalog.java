package dev.drover.store.sql;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Lists, as [SqlCatalogChanges] wrote them.
final class SqlCatalog implements Catalog {
  private static final String SESSIONS =
      """
      SELECT s.ordinal, s.id, s.agent, s.workspace, s.opened_at, s.length, s.running,
             s.tenant, s.principal, s.template, s.correlation
      FROM sessions s
      """;
  private static final String FORKS =
      """
      SELECT s.ordinal, s.id, o.id, s.shared, s.opened_at
      FROM sessions s JOIN sessions o ON o.ordinal = s.source
      """;
  private static final String RUNS =
      """
      SELECT r.ordinal, r.id, s.id, r.first_seq, r.accepted_at, r.title, r.digest,
             r.last_seq, r.ended_at, r.status, r.began_seq
      FROM runs r JOIN sessions s ON s.ordinal = r.session
      """;

  /// As above, with the digest of the message that was delivered to the run.
  private static final String STEERED =
      """
      SELECT r.ordinal, r.id, s.id, r.first_seq, r.accepted_at, r.title, m.digest,
             r.last_seq, r.ended_at, r.status, r.began_seq
      FROM steered m
      JOIN sessions s ON s.ordinal = m.session
      JOIN runs r ON r.id = m.run
      """;

  private static final String HAS_EVENTS = "(r.last_seq IS NULL OR r.first_seq <= r.last_seq)";
  private static final String NO_CHILD = "s.parent IS NULL";
  private static final String APPROVALS =
      """
      SELECT s.id, a.effect, a.run, a.asked_at, a.tool, a.why, a.rule,
             a.preview, a.preview_blob, a.preview_bytes,
             a.call_id, a.arguments, a.arguments_blob, a.arguments_bytes, a.answerers, a.until
      FROM approvals a JOIN sessions s ON s.ordinal = a.session
      """;

  private final DatabaseAccess database;

  /// The session must belong to all of them: a view within a view shows no more than either.
  private final Set<String> tenants;

  SqlCatalog(DatabaseAccess database) {
    this(database, Set.of());
  }

  private SqlCatalog(DatabaseAccess database, Set<String> tenants) {
    this.database = database;
    this.tenants = tenants;
  }

  @Override
  public Catalog within(String tenant) {
    var all = new TreeSet<>(tenants);
    all.add(tenant);
    return new SqlCatalog(database, all);
  }

  /// The only query for rows of sessions: a view of a tenant returns only that tenant's rows.
  ///
  /// @param columns from tables in which the sessions have the alias s
  private SelectQuery select(String columns) {
    var selection = new SelectQuery(columns);
    tenants.forEach(tenant -> selection.where("s.tenant = ?", tenant));
    return selection;
  }

  @Override
  public List<SessionRow> sessions(long after, int limit) {
    return all(
        select(SESSIONS).where("s.ordinal > ?", after).orderedBy("s.ordinal").limit(limit),
        SqlCatalog::session);
  }

  @Override
  public Optional<SessionRow> session(SessionId session) {
    return first(select(SESSIONS).where("s.id = ?", session.value()), SqlCatalog::session);
  }

  @Override
  public Optional<SessionRow> newestSession() {
    return first(
        select(SESSIONS).where(NO_CHILD).orderedBy("s.ordinal DESC").limit(1), SqlCatalog::session);
  }

  @Override
  public List<SessionId> sessionsStartingWith(String prefix, int limit) {
    return all(
        startingWith(select("SELECT s.id FROM sessions s"), "s.id", prefix)
            .where(NO_CHILD)
            .orderedBy("s.ordinal DESC")
            .limit(limit),
        row -> new SessionId(row.getString(1)));
  }

  /// A range and not a pattern: an id may contain characters that mean something in a pattern, and
  /// a range is read from the index.
  private static SelectQuery startingWith(SelectQuery query, String column, String prefix) {
    return query
        .where(column + " >= ?", prefix)
        .where(column + " < ?", prefix + Character.toString(Character.MAX_CODE_POINT));
  }

  @Override
  public List<SessionRow> children(SessionId parent) {
    return all(
        select(SESSIONS).where("s.parent = ?", parent.value()).orderedBy("s.ordinal"),
        SqlCatalog::session);
  }

  @Override
  public List<SessionRow> unfinished(long after, int limit) {
    return all(
        select(SESSIONS)
            .where("s.ordinal > ?", after)
            .where("s.running IS NOT NULL")
            .orderedBy("s.ordinal")
            .limit(limit),
        SqlCatalog::session);
  }

  @Override
  public List<ForkRow> forks(SessionId source, long after, int limit) {
    return all(
        select(FORKS)
            .where("o.id = ?", source.value())
            .where("s.ordinal > ?", after)
            .orderedBy("s.ordinal")
            .limit(limit),
        SqlCatalog::fork);
  }

  @Override
  public Optional<ForkRow> origin(SessionId session) {
    return first(select(FORKS).where("s.id = ?", session.value()), SqlCatalog::fork);
  }

  private static ForkRow fork(SqlRow row) throws SQLException {
    return new ForkRow(
        row.getLong(1),
        new SessionId(row.getString(2)),
        new SessionId(row.getString(3)),
        row.getLong(4),
        Instant.parse(row.getString(5)));
  }

  @Override
  public List<RunRow> runs(SessionId session, long after, int limit) {
    return all(
        select(RUNS)
            .where("s.id = ?", session.value())
            .where("r.ordinal > ?", after)
            .where(HAS_EVENTS)
            .orderedBy("r.ordinal")
            .limit(limit),
        SqlCatalog::run);
  }

  @Override
  public Optional<RunRow> run(RunId run) {
    return first(select(RUNS).where("r.id = ?", run.value()).where(HAS_EVENTS), SqlCatalog::run);
  }

  @Override
  public List<RunId> runsStartingWith(String prefix, int limit) {
    return all(
        startingWith(
                select("SELECT r.id FROM runs r JOIN sessions s ON s.ordinal = r.session"),
                "r.id",
                prefix)
            .where(HAS_EVENTS)
            .orderedBy("r.ordinal DESC")
            .limit(limit),
        row -> new RunId(row.getString(1)));
  }

  @Override
  public Optional<RunRow> run(SessionId session, RunKey key) {
    var begun =
        first(
            select(RUNS).where("s.id = ?", session.value()).where("r.run_key = ?", key.value()),
            SqlCatalog::run);
    return begun.isPresent()
        ? begun
        : first(
            select(STEERED).where("s.id = ?", session.value()).where("m.run_key = ?", key.value()),
            SqlCatalog::run);
  }

  @Override
  public List<ApprovalRow> approvals() {
    return all(select(APPROVALS).orderedBy("a.ordinal"), SqlCatalog::approval);
  }

  @Override
  public Optional<ApprovalRow> approval(ApprovalId approval) {
    return first(
        select(APPROVALS)
            .where("s.id = ?", approval.session().value())
            .where("a.effect = ?", approval.effect().ordinal()),
        SqlCatalog::approval);
  }

  @Override
  public List<String> rules(String of) {
    var granted =
        new SelectQuery("SELECT rule FROM grants")
            .where("tenant = ?", of)
            .where("revoked_at IS NULL");
    tenants.forEach(tenant -> granted.where("tenant = ?", tenant));
    return all(granted.orderedBy("ordinal"), row -> row.getString(1));
  }

  private <R> List<R> all(SelectQuery selection, PreparedConnection.RowReader<R> reader) {
    return database.read(link -> selection.all(link, reader));
  }

  private <R> Optional<R> first(SelectQuery selection, PreparedConnection.RowReader<R> reader) {
    return database.read(link -> selection.first(link, reader));
  }

  private static SessionRow session(SqlRow row) throws SQLException {
    var running = row.getString(7);
    return new SessionRow(
        row.getLong(1),
        new SessionId(row.getString(2)),
        row.getString(3),
        row.getString(4),
        Instant.parse(row.getString(5)),
        row.getLong(6),
        running == null ? null : new RunId(running),
        new Identity(row.getString(8), row.getString(9), row.getString(10), row.getString(11)));
  }

  private static RunRow run(SqlRow row) throws SQLException {
    return new RunRow(
        row.getLong(1),
        new RunId(row.getString(2)),
        new SessionId(row.getString(3)),
        new RunStart(row.getLong(11), Instant.parse(row.getString(5)), row.getLong(4)),
        row.getString(6),
        row.getString(7),
        end(row));
  }

  private static @Nullable RunEnd end(SqlRow row) throws SQLException {
    var status = row.getString(10);
    return status == null
        ? null
        : new RunEnd(row.getLong(8), Instant.parse(row.getString(9)), RunStatus.valueOf(status));
  }

  private static ApprovalRow approval(SqlRow row) throws SQLException {
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

  /// @param column of the inline text; the next two describe a blob
  private static Text text(SqlRow row, int column) throws SQLException {
    var inPlace = row.getString(column);
    var blob = row.getString(column + 1);
    if (blob != null) {
      return new Text.Stored(new BlobId(blob), row.getLong(column + 2));
    }
    return inPlace == null ? Text.EMPTY : new Text.Inline(inPlace);
  }

  private static ApprovalEligibility answering(SqlRow row) throws SQLException {
    var until = row.getString(16);
    return new ApprovalEligibility(
        NameListColumn.read(row.getString(15)), until == null ? null : Instant.parse(until));
  }
}
