package dev.drover.internal.query;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.RunReport;
import dev.drover.internal.publish.SessionWatcher.NoticeFilter;
import dev.drover.internal.state.StoredEventDecoder;
import dev.drover.internal.trace.TraceReader;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.query.RunDiff;
import dev.drover.query.RunOutline;
import dev.drover.query.RunSnapshot;
import dev.drover.query.RunSnapshot.RunDetails;
import dev.drover.query.SessionQueries;
import dev.drover.query.SessionQueries.UsageLedger;
import dev.drover.query.SessionSnapshot;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Journal;
import dev.drover.trace.TracePage;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/// Implements [SessionQueries].
public final class StoredSessionQueries implements SessionQueries {
  private static final int PAGE = 500;

  private final StoredEventDecoder events = new StoredEventDecoder();
  private final Catalog catalog;
  private final QueryServices services;
  private final boolean isPart;

  private StoredSessionQueries(Catalog catalog, QueryServices services, boolean isPart) {
    this.catalog = catalog;
    this.services = services;
    this.isPart = isPart;
  }

  /// Queries on the whole store.
  public static StoredSessionQueries all(QueryServices services) {
    return new StoredSessionQueries(services.store().catalog(), services, false);
  }

  /// Queries on the sessions of one tenant: others are not visible.
  public StoredSessionQueries within(String tenant) {
    return new StoredSessionQueries(catalog.within(tenant), services, true);
  }

  @Override
  public List<SessionRow> sessions() {
    return all(after -> catalog.sessions(after, PAGE), SessionRow::ordinal);
  }

  @Override
  public List<ForkRow> forks(SessionId session) {
    nonNull(session, "session");
    if (session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return all(after -> catalog.forks(session, after, PAGE), ForkRow::ordinal);
  }

  @Override
  public Optional<ForkRow> origin(SessionId session) {
    nonNull(session, "session");
    return StoreReads.read(() -> catalog.origin(session));
  }

  @Override
  public List<ForkRow> family(SessionId session) {
    nonNull(session, "session");
    var root = session;
    for (var row = origin(root); row.isPresent(); row = origin(root)) {
      root = row.get().source();
    }
    var family = new ArrayList<>(forks(root));
    for (int i = 0; i < family.size(); i++) {
      family.addAll(forks(family.get(i).session()));
    }
    family.sort(Comparator.comparingLong(ForkRow::ordinal));
    return List.copyOf(family);
  }

  @Override
  public List<SessionRow> unfinished() {
    return all(after -> catalog.unfinished(after, PAGE), SessionRow::ordinal);
  }

  @Override
  public List<SessionRow> children(SessionId parent) {
    nonNull(parent, "parent");
    return StoreReads.read(() -> catalog.children(parent));
  }

  @Override
  public UsageLedger ledger(SessionId session) {
    nonNull(session, "session");
    return new LedgerReader(this).of(session);
  }

  @Override
  public Optional<SessionRow> session(SessionId session) {
    nonNull(session, "session");
    return StoreReads.read(() -> catalog.session(session));
  }

  @Override
  public Optional<SessionRow> newestSession() {
    return StoreReads.read(catalog::newestSession);
  }

  @Override
  public List<SessionId> sessionsStartingWith(String prefix, int limit) {
    nonNull(prefix, "prefix");
    return StoreReads.read(() -> catalog.sessionsStartingWith(prefix, limit));
  }

  @Override
  public List<RunId> runsStartingWith(String prefix, int limit) {
    nonNull(prefix, "prefix");
    return StoreReads.read(() -> catalog.runsStartingWith(prefix, limit));
  }

  @Override
  public List<RunSnapshot> runs(SessionId session) {
    nonNull(session, "session");
    if (session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return all(after -> catalog.runs(session, after, PAGE), RunRow::ordinal).stream()
        .map(this::snapshot)
        .toList();
  }

  @Override
  public Optional<RunSnapshot> run(RunId run) {
    nonNull(run, "run");
    return row(run).map(this::snapshot);
  }

  @Override
  public RunDetails details(RunId run) {
    nonNull(run, "run");
    var row = row(run).orElseThrow(() -> new RunNotFound(run));
    return new RunDetails(snapshot(row), prompt(row).orElse(null), report(row).orElse(null));
  }

  /// @return empty if the event was trimmed
  private Optional<String> prompt(RunRow row) {
    return page(new Cursor(row.session(), row.start().seq() - 1), 1).items().stream()
        .flatMap(notice -> asked(notice.event(), row.run()).stream())
        .map(prompt -> read(prompt.text()))
        .findFirst();
  }

  private static Optional<Prompt> asked(Event event, RunId run) {
    if (event instanceof Event.RunAccepted accepted && accepted.run().equals(run)) {
      return Optional.of(accepted.prompt());
    }
    return event instanceof Event.PromptQueued queued && queued.run().equals(run)
        ? Optional.of(queued.prompt())
        : Optional.empty();
  }

  @Override
  public Optional<RunReport> report(RunId run) {
    nonNull(run, "run");
    return report(row(run).orElseThrow(() -> new RunNotFound(run)));
  }

  private Optional<RunReport> report(RunRow row) {
    var end = row.end();
    if (end == null) {
      return Optional.empty();
    }
    return page(new Cursor(row.session(), end.lastSeq() - 1), 1).items().stream()
        .filter(notice -> notice.event() instanceof Event.RunFinished)
        .map(notice -> RunReportFactory.of((Event.RunFinished) notice.event(), services.texts()))
        .findFirst();
  }

  @Override
  public RunOutline outline(RunId run) {
    nonNull(run, "run");
    return OutlineReader.of(this, run);
  }

  @Override
  public RunDiff diff(RunId left, RunId right) {
    nonNull(left, "left");
    nonNull(right, "right");
    return RunDiff.between(outline(left), outline(right));
  }

  /// The model that requests went to after that event; empty if that is no longer known.
  public String modelAt(SessionId session, long seq) {
    return StoreReads.read(() -> services.states().at(session, seq))
        .map(state -> state.profile().recipe())
        .map(Recipe::model)
        .orElse("");
  }

  @Override
  public SessionSnapshot snapshot(SessionId session) {
    nonNull(session, "session");
    return SnapshotFactory.of(session, state(session));
  }

  /// The state of a session after its last event.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws SessionUnreadable if one of its events cannot be read
  public SessionState state(SessionId session) {
    requireSeen(session);
    var known = services.states().known(session);
    if (known != null && isCurrent(session, known)) {
      return known;
    }
    return StoreReads.read(() -> services.states().stored(session))
        .orElseThrow(() -> new SessionNotFound(session));
  }

  /// Reads the store only for a session that this process does not drive: others may have appended
  /// to it.
  private boolean isCurrent(SessionId session, SessionState known) {
    return services.loaded().isDriven(session)
        || session(session).map(SessionRow::tail).orElse(0L) <= known.position().seq();
  }

  /// The state as of that row or later: the state in memory of a session that this process does not
  /// drive may be older, if another process has appended since.
  public SessionState state(SessionRow row) {
    var session = row.session();
    var known = services.states().known(session);
    if (known != null && known.position().seq() >= row.tail()) {
      return known;
    }
    return StoreReads.read(() -> services.states().stored(session))
        .orElseThrow(() -> new SessionNotFound(session));
  }

  /// Does nothing if everything is visible: the read itself finds out.
  private void requireSeen(SessionId session) {
    if (isPart && session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
  }

  @Override
  public EventPage page(Cursor cursor, int limit) {
    nonNull(cursor, "cursor");
    var session = cursor.session();
    requireSeen(session);
    var slice =
        StoreReads.read(() -> services.store().journal().read(session, cursor.seq(), limit))
            .orElseThrow(() -> new SessionNotFound(session));
    if (cursor.seq() > slice.tail()) {
      throw new CursorInvalid(
          "event %d is past the last event of session %s, which is %d"
              .formatted(cursor.seq(), session, slice.tail()));
    }
    var items = new ArrayList<Notice.Happened>(slice.entries().size());
    boolean gap = false;
    long last = cursor.seq();
    for (var entry : slice.entries()) {
      var event = readable(session, entry, items.isEmpty());
      if (event.isEmpty()) {
        break;
      }
      gap |= entry.seq() != last + 1;
      last = entry.seq();
      items.add(new Notice.Happened(event.get(), entry.bytes()));
    }
    boolean more =
        items.size() < slice.entries().size() || (items.size() == limit && last < slice.tail());
    gap |= !more && last < slice.tail();
    var next = new Cursor(session, more ? last : slice.tail());
    return new EventPage(items, slice.first(), slice.tail(), next, more, gap, slice.shared());
  }

  /// Events before an unreadable one are a page of their own.
  ///
  /// @return empty if it cannot be read
  /// @throws SessionUnreadable if it cannot be read, and is the first of its page
  private Optional<RecordedEvent> readable(
      SessionId session, Journal.Entry entry, boolean isFirst) {
    try {
      return Optional.of(StoreReads.read(() -> events.decode(session, entry)));
    } catch (SessionUnreadable unreadable) {
      if (isFirst) {
        throw unreadable;
      }
      return Optional.empty();
    }
  }

  @Override
  public EventStream events(Cursor from) {
    nonNull(from, "from");
    return streams().from(from, NoticeFilter.EVENTS_AND_FRAGMENTS);
  }

  /// As [#events(Cursor)] without deltas, for callers that wait for an event.
  public EventStream eventsOnly(Cursor from) {
    return streams().from(from, NoticeFilter.EVENTS);
  }

  @Override
  public EventStream events(RunId run) {
    nonNull(run, "run");
    return watch(run, NoticeFilter.EVENTS_AND_FRAGMENTS);
  }

  /// As [#events(RunId)] without deltas, for callers that wait for an event.
  public EventStream eventsOnly(RunId run) {
    return watch(run, NoticeFilter.EVENTS);
  }

  private EventStream watch(RunId run, NoticeFilter interest) {
    return streams().of(row(run).orElseThrow(() -> new RunNotFound(run)), interest);
  }

  public EventStreamFactory streams() {
    return new EventStreamFactory(this, services.feeds());
  }

  @Override
  public String read(Text text) {
    nonNull(text, "text");
    return StoreReads.read(() -> services.texts().read(text));
  }

  @Override
  public Optional<byte[]> content(BlobId blob) {
    nonNull(blob, "blob");
    return StoreReads.read(() -> services.texts().find(blob));
  }

  public Optional<ApprovalRow> approval(ApprovalId approval) {
    return StoreReads.read(() -> catalog.approval(approval));
  }

  @Override
  public List<ApprovalRow> approvals() {
    return unanswered().stream().filter(row -> row.questionRound() == 0).toList();
  }

  /// The open questions of tools without an answer.
  public List<ApprovalRow> questions() {
    return unanswered().stream().filter(row -> row.questionRound() > 0).toList();
  }

  private List<ApprovalRow> unanswered() {
    return StoreReads.read(() -> services.answers().unanswered(catalog));
  }

  public Optional<RunRow> row(RunId run) {
    return StoreReads.read(() -> catalog.run(run));
  }

  private RunSnapshot snapshot(RunRow row) {
    var end = row.end();
    if (end != null) {
      return new RunSnapshot(
          row.run(),
          row.session(),
          end.status(),
          row.title(),
          "",
          events(row, end.lastSeq()),
          new RunSnapshot.Times(row.acceptedAt(), end.at(), end.at()));
    }
    var standing = standingIfReadable(row);
    return new RunSnapshot(
        row.run(),
        row.session(),
        standing.status(),
        row.title(),
        standing.waitingFor(),
        events(row, standing.lastSeq()),
        new RunSnapshot.Times(row.acceptedAt(), standing.updatedAt(), null));
  }

  private static RunSnapshot.Events events(RunRow row, long last) {
    return new RunSnapshot.Events(row.firstSeq(), last - row.start().seq() + 1);
  }

  /// @param lastSeq number of the last event of the run so far
  /// @param updatedAt time of that event
  private record Standing(RunStatus status, String waitingFor, long lastSeq, Instant updatedAt) {
    /// For a run with no event but the one that accepted it, or none that can be read.
    static Standing accepted(RunRow row, RunStatus status, String waitingFor) {
      return new Standing(status, waitingFor, row.start().seq(), row.acceptedAt());
    }

    static Standing of(SessionState state, RunStatus status, String waitingFor) {
      return new Standing(status, waitingFor, state.position().seq(), state.position().at());
    }
  }

  /// A list is complete even if the journal of one session cannot be read.
  private Standing standingIfReadable(RunRow row) {
    try {
      return standing(row);
    } catch (SessionUnreadable unreadable) {
      var needed =
          switch (unreadable.reason()) {
            case NEWER -> "a later version of Drover";
            case DAMAGED -> "a repair of its journal";
          };
      return Standing.accepted(
          row,
          RunStatus.WAITING,
          "%s (event %d cannot be read)".formatted(needed, unreadable.seq()));
    }
  }

  /// A run is shown as executing only if a process executes it.
  private Standing standing(RunRow row) {
    var state = state(row.session());
    if (state.backlog().queue().stream().anyMatch(queued -> queued.run().equals(row.run()))) {
      return Standing.accepted(row, RunStatus.CREATED, "its turn");
    }
    var status = state.status(services.time().now()).orElse(RunStatus.WAITING);
    var asked = SessionActivity.openApprovals(row.session(), state);
    if (status == RunStatus.WAITING && !asked.isEmpty()) {
      return Standing.of(state, status, "approval " + String.join(", ", asked));
    }
    var questions = SessionActivity.openQuestions(row.session(), state);
    if (status == RunStatus.WAITING && !questions.isEmpty()) {
      return Standing.of(state, status, "an answer to question " + String.join(", ", questions));
    }
    var away = SessionActivity.unfinishedWork(row.session(), state, this::task);
    if (status == RunStatus.WAITING && !away.isEmpty()) {
      return Standing.of(state, status, String.join(", ", away));
    }
    boolean isHere = services.loaded().isKnownOrParked(row.session());
    if (!isHere && StoreReads.read(() -> services.lease().readIsFree(row.session()))) {
      return Standing.of(state, RunStatus.WAITING, RunSnapshot.UNDRIVEN);
    }
    var hold = services.quotas().hold(row.run());
    if (hold.isPresent()) {
      return Standing.of(
          state,
          RunStatus.WAITING,
          "the quota of %s until %s".formatted(hold.get().account(), hold.get().wake()));
    }
    return state.phase() instanceof SessionPhase.Thinking thinking && status == RunStatus.WAITING
        ? Standing.of(state, status, "the next attempt at " + thinking.notBefore())
        : Standing.of(state, status, "");
  }

  /// A child with a task, and what it waits for.
  private String task(SessionId child) {
    var waits = run(RunId.firstOf(child)).map(RunSnapshot::waitingFor).orElse("");
    return waits.isEmpty()
        ? "task " + child
        : "task %s, which waits for %s".formatted(child, waits);
  }

  @Override
  public TracePage trace(Cursor from, int limit) {
    nonNull(from, "from");
    // Reports an invalid cursor of the caller.
    page(from, 1);
    var profile = state(from.session()).profile();
    return TraceReader.read(cursor -> page(cursor, PAGE), profile, from, limit);
  }

  private static <T> List<T> all(LongFunction<List<T>> page, ToLongFunction<T> ordinal) {
    var all = new ArrayList<T>();
    var next = StoreReads.read(() -> page.apply(0));
    while (!next.isEmpty()) {
      all.addAll(next);
      long last = ordinal.applyAsLong(next.getLast());
      next = StoreReads.read(() -> page.apply(last));
    }
    return all;
  }
}
