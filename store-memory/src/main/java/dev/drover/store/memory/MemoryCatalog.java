package dev.drover.store.memory;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Lists of the sessions in memory, of all tenants or of one.
final class MemoryCatalog implements Catalog {
  /// Access to the sessions. Every method throws if the store is closed.
  interface Sessions {
    void requireOpen();

    Optional<MemorySession> find(SessionId session);

    /// In the order of their creation.
    Stream<MemorySession> createdAfter(long ordinal);
  }

  private final Sessions sessions;
  private final MemoryIndex index;
  private final Predicate<String> tenants;

  MemoryCatalog(Sessions sessions, MemoryIndex index) {
    this(sessions, index, _ -> true);
  }

  private MemoryCatalog(Sessions sessions, MemoryIndex index, Predicate<String> tenants) {
    this.sessions = sessions;
    this.index = index;
    this.tenants = tenants;
  }

  /// A view within a view shows no more than either.
  @Override
  public Catalog within(String tenant) {
    return new MemoryCatalog(sessions, index, tenants.and(tenant::equals));
  }

  private boolean isSeen(MemorySession session) {
    return tenants.test(session.tenant());
  }

  private Optional<MemorySession> find(SessionId session) {
    return sessions.find(session).filter(this::isSeen);
  }

  private Stream<SessionRow> rows(long after) {
    return sessions.createdAfter(after).filter(this::isSeen).map(MemorySession::row);
  }

  @Override
  public List<SessionRow> sessions(long after, int limit) {
    return rows(after).limit(limit).toList();
  }

  @Override
  public List<SessionRow> children(SessionId parent) {
    return sessions
        .createdAfter(0)
        .filter(this::isSeen)
        .filter(session -> parent.equals(session.parent()))
        .map(MemorySession::row)
        .toList();
  }

  @Override
  public List<SessionRow> unfinished(long after, int limit) {
    return rows(after).filter(row -> row.running() != null).limit(limit).toList();
  }

  @Override
  public Optional<SessionRow> session(SessionId session) {
    return find(session).map(MemorySession::row);
  }

  @Override
  public Optional<SessionRow> newestSession() {
    return newestFirst().map(MemorySession::row).findFirst();
  }

  @Override
  public List<SessionId> sessionsStartingWith(String prefix, int limit) {
    return newestFirst()
        .map(MemorySession::id)
        .filter(id -> id.value().startsWith(prefix))
        .limit(limit)
        .toList();
  }

  /// Without child sessions.
  private Stream<MemorySession> newestFirst() {
    var all =
        sessions
            .createdAfter(0)
            .filter(this::isSeen)
            .filter(session -> session.parent() == null)
            .toList();
    return all.reversed().stream();
  }

  @Override
  public List<ForkRow> forks(SessionId source, long after, int limit) {
    return sessions
        .createdAfter(after)
        .filter(this::isSeen)
        .flatMap(session -> session.origin().stream())
        .filter(row -> row.source().equals(source))
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<ForkRow> origin(SessionId session) {
    return find(session).flatMap(MemorySession::origin);
  }

  @Override
  public List<RunRow> runs(SessionId session, long after, int limit) {
    return find(session).map(found -> found.runs(after, limit)).orElse(List.of());
  }

  @Override
  public Optional<RunRow> run(RunId run) {
    sessions.requireOpen();
    return index
        .sessionOf(run)
        .flatMap(session -> find(session.id()))
        .flatMap(session -> session.run(run));
  }

  @Override
  public List<RunId> runsStartingWith(String prefix, int limit) {
    sessions.requireOpen();
    return index.runs().stream()
        .filter(id -> id.value().startsWith(prefix))
        .flatMap(id -> run(id).stream())
        .sorted(Comparator.comparingLong(RunRow::ordinal).reversed())
        .map(RunRow::run)
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<RunRow> run(SessionId session, RunKey key) {
    return find(session).flatMap(found -> found.run(key));
  }

  @Override
  public List<ApprovalRow> approvals() {
    sessions.requireOpen();
    return index.approvals().stream().filter(row -> isSeen(row.id())).toList();
  }

  @Override
  public Optional<ApprovalRow> approval(ApprovalId approval) {
    sessions.requireOpen();
    return index.approval(approval).filter(row -> isSeen(row.id()));
  }

  private boolean isSeen(ApprovalId approval) {
    return find(approval.session()).isPresent();
  }

  @Override
  public List<String> rules(String of) {
    sessions.requireOpen();
    return tenants.test(of) ? index.grants().rules(of) : List.of();
  }
}
