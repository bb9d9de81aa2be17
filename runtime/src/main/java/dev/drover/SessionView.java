package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.admit.HistoryValidator;
import dev.drover.internal.handle.HandleLifecycle;
import dev.drover.internal.query.SessionActivity;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries.UsageLedger;
import dev.drover.query.SessionSnapshot.ActiveToolCall;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.trace.TracePage;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.EventStream;
import java.util.List;
import java.util.Optional;

/// Read access to a session. All values are derived from its journal, also while a run is in
/// progress.
public abstract sealed class SessionView permits Session {
  final SessionId id;
  final Drover drover;
  final HandleLifecycle lifecycle;

  SessionView(SessionId id, Drover drover, HandleLifecycle lifecycle) {
    this.id = id;
    this.drover = drover;
    this.lifecycle = lifecycle;
  }

  public SessionId id() {
    return id;
  }

  /// The identity that was given when the session was opened for the first time.
  public Identity identity() {
    return state().profile().identity();
  }

  /// Queued prompts, oldest first.
  public List<RunSnapshot> queue() {
    return state().backlog().queue().stream()
        .map(queued -> queries().run(queued.run()).orElseThrow())
        .toList();
  }

  /// The usage of this session and of all its tasks, finished or not. Reads their journals.
  public UsageLedger ledger() {
    return queries().ledger(id);
  }

  /// The most recent compactions and how much each removed, oldest first.
  public List<CompactionRecord> compactions() {
    return state().records().compactions();
  }

  /// The run in progress, if there is one.
  public Optional<Run> currentRun() {
    return state().running().map(frame -> drover.runs().of(id, frame.run()));
  }

  /// A run of this session, if it has one with this id.
  public Optional<Run> run(RunId run) {
    nonNull(run, "run");
    return queries()
        .run(run)
        .filter(snapshot -> snapshot.session().equals(id))
        .map(_ -> drover.runs().of(id, run));
  }

  /// Tool calls in progress, of the current run and of the host, oldest first.
  public List<ActiveToolCall> activeTools() {
    return SessionActivity.activeTools(state());
  }

  /// All runs, in the order in which they were started.
  public List<RunSnapshot> runs() {
    return queries().runs(id);
  }

  /// The source of this session, if it is a fork.
  public Optional<ForkRow> origin() {
    return queries().origin(id);
  }

  /// All forks in the family of this session: the source, position and time of each, in the order
  /// of their creation.
  public List<ForkRow> branches() {
    return queries().family(id);
  }

  /// The session that continues the conversation, if it was handed off. Prompts to this session go
  /// there.
  public Optional<SessionId> successor() {
    return Optional.ofNullable(state().records().chain().successor());
  }

  /// The events of the session from the first, and then live.
  public EventStream events() {
    return events(Cursor.start(id));
  }

  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if it is not a position in this
  ///   session
  public EventStream events(Cursor from) {
    nonNull(from, "from");
    return queries().events(HistoryValidator.own(from, id));
  }

  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if it is not a position in this
  ///   session
  public EventPage page(Cursor from, int limit) {
    nonNull(from, "from");
    return queries().page(HistoryValidator.own(from, id), limit);
  }

  /// The durations of steps: see [dev.drover.query.SessionQueries#trace].
  public TracePage trace(Cursor from, int limit) {
    nonNull(from, "from");
    return queries().trace(HistoryValidator.own(from, id), limit);
  }

  /// The messages that the next request will start with.
  public List<Message> history() {
    return state().conversation().messages();
  }

  /// The number of finished turns.
  public long turnCount() {
    return state().totals().turns();
  }

  /// The number of events ever appended, including trimmed ones.
  public long eventCount() {
    return state().position().seq();
  }

  public Usage totalUsage() {
    return state().totals().usage();
  }

  /// Tokens of the last model reply.
  public Usage lastTurnUsage() {
    return state().totals().lastTurn();
  }

  /// The answer of the last run that completed.
  public Optional<String> lastResponse() {
    return Optional.of(state().totals().lastResponse())
        .filter(text -> !text.isEmpty())
        .map(this::read);
  }

  /// The value that the last completed run returned, if a value was required.
  ///
  /// @throws dev.drover.problem.AnswerMissing.AnswerMismatch if it is a value of another type
  public <R extends Record> Optional<R> lastValue(Class<R> type) {
    nonNull(type, "type");
    return Optional.of(state().totals().lastValue())
        .filter(value -> !value.isEmpty())
        .map(value -> RunReport.value(type, read(value)));
  }

  /// The content of a text in a message or an event, whether it is inline or stored as a blob.
  public String read(Text text) {
    nonNull(text, "text");
    return queries().read(text);
  }

  StoredSessionQueries queries() {
    lifecycle.requireUndeleted();
    return drover.storedQueries();
  }

  SessionState state() {
    return queries().state(id);
  }
}
