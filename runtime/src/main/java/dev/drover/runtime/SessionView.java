package dev.drover.runtime;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.runtime.trace.Trace;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.EventStream;
import dev.drover.spi.store.Catalog.ForkRow;
import java.util.List;
import java.util.Optional;

/// What can be read of a session: all of it is a view of its journal, also while a run is going.
public abstract sealed class SessionView permits Session {
  final SessionId id;
  final Drover drover;
  final Departure departure;

  SessionView(SessionId id, Drover drover, Departure departure) {
    this.id = id;
    this.drover = drover;
    this.departure = departure;
  }

  public SessionId id() {
    return id;
  }

  /// For whom it is: who was named when it was opened for the first time.
  public Identity identity() {
    return state().profile().identity();
  }

  /// Prompts that wait for their turn, oldest first.
  public List<RunSnapshot> queue() {
    return state().backlog().queue().stream()
        .map(queued -> archive().run(queued.run()).orElseThrow())
        .toList();
  }

  /// What it has used, and all that works or has worked for it. Reads their journals.
  public Ledger ledger() {
    return archive().ledger(id);
  }

  /// How often the model was let forget, and how much: the newest times, oldest first.
  public List<Compaction> compactions() {
    return state().annals().compactions();
  }

  /// The run that is going, if one is.
  public Optional<Run> currentRun() {
    return state().running().map(frame -> new Run(id, frame.run(), drover, null));
  }

  /// A run of this session, if it is one.
  public Optional<Run> run(RunId run) {
    return archive()
        .run(run)
        .filter(snapshot -> snapshot.session().equals(id))
        .map(_ -> new Run(id, run, drover, null));
  }

  /// Tool calls that are under way, of the run that is going and of the host, oldest first.
  public List<ActiveTool> activeTools() {
    return Standings.activeTools(state());
  }

  /// In the order in which they were started.
  public List<RunSnapshot> runs() {
    return archive().runs(id);
  }

  /// Where it was forked from, if it is a fork.
  public Optional<ForkRow> origin() {
    return archive().origin(id);
  }

  /// All forks of the family that this session belongs to: which session was forked from which,
  /// where and when, in the order in which they were made.
  public List<ForkRow> branches() {
    return archive().family(id);
  }

  /// Where the conversation goes on, if it was handed on. Prompts to this session go there.
  public Optional<SessionId> successor() {
    return Optional.ofNullable(state().annals().chain().next());
  }

  /// What happens in the session: from its first event, and then live.
  public EventStream events() {
    return events(Cursor.start(id));
  }

  /// @throws dev.drover.runtime.problem.CursorInvalid if it is not a place in this session
  public EventStream events(Cursor from) {
    return archive().events(Histories.own(from, id));
  }

  /// @throws dev.drover.runtime.problem.CursorInvalid if it is not a place in this session
  public EventPage page(Cursor from, int limit) {
    return archive().page(Histories.own(from, id), limit);
  }

  /// What took how long: see [Archive#trace].
  public Trace trace(Cursor from, int limit) {
    return archive().trace(Histories.own(from, id), limit);
  }

  /// The messages that the next request will start with.
  public List<Message> history() {
    return state().conversation().messages();
  }

  /// How many turns are finished.
  public long turnCount() {
    return state().totals().turns();
  }

  /// How many events there have ever been.
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

  /// What the last run that completed was asked for, if it was a value.
  ///
  /// @throws dev.drover.runtime.problem.AnswerUnfit if it is a value of another type
  public <R extends Record> Optional<R> lastValue(Class<R> type) {
    return Optional.of(state().totals().lastValue())
        .filter(value -> !value.isEmpty())
        .map(value -> RunReport.value(type, read(value)));
  }

  /// The words behind a text of a message or an event, wherever they are kept.
  public String read(Text text) {
    return archive().read(text);
  }

  Archive archive() {
    departure.requireUndeleted();
    return drover.archive();
  }

  SessionState state() {
    return archive().state(id);
  }
}
