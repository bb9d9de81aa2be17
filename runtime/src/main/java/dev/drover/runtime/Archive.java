package dev.drover.runtime;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.runtime.live.Watcher.Interest;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.SessionUnreadable;
import dev.drover.runtime.trace.Trace;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import dev.drover.runtime.writer.Engine;
import dev.drover.runtime.writer.StoredEvents;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/// Everything that can be read of a store, with or without the agents whose sessions are in it. A
/// store that does not answer is a [dev.drover.runtime.problem.StoreFailed], whatever is read.
///
/// Safe for use by any thread.
public final class Archive {
  private static final int PAGE = 500;

  private final StoredEvents events = new StoredEvents();
  private final Engine engine;
  private final Catalog catalog;
  private final boolean isPart;

  /// Of the whole store.
  Archive(Engine engine) {
    this.engine = engine;
    this.catalog = engine.catalog();
    this.isPart = false;
  }

  /// Of the sessions of one tenant: the others are not there.
  Archive(Engine engine, String tenant) {
    this.engine = engine;
    this.catalog = engine.catalog().within(tenant);
    this.isPart = true;
  }

  /// In the order in which they were created.
  public List<SessionRow> sessions() {
    return all(after -> catalog.sessions(after, PAGE), SessionRow::ordinal);
  }

  /// Forks of a session, but not theirs, in the order in which they were made.
  ///
  /// @throws SessionNotFound if there is no such session
  public List<ForkRow> forks(SessionId session) {
    if (session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return all(after -> catalog.forks(session, after, PAGE), ForkRow::ordinal);
  }

  /// Where a session was forked from, if it is a fork.
  public Optional<ForkRow> origin(SessionId session) {
    return Looking.up(() -> catalog.origin(session));
  }

  /// All forks of the family that a session belongs to, in the order in which they were made.
  ///
  /// @throws SessionNotFound if there is no such session
  public List<ForkRow> family(SessionId session) {
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

  /// Those with a run that is not over.
  public List<SessionRow> unfinished() {
    return all(after -> catalog.unfinished(after, PAGE), SessionRow::ordinal);
  }

  /// Sessions that work, or have worked, for another, in the order in which they were created.
  public List<SessionRow> children(SessionId parent) {
    return Looking.up(() -> catalog.children(parent));
  }

  /// What a session has used, and all that works or has worked for it. Reads their journals.
  ///
  /// @throws SessionNotFound if there is no such session
  public Ledger ledger(SessionId session) {
    return new Bookkeeping(this).of(session);
  }

  public Optional<SessionRow> session(SessionId session) {
    return Looking.up(() -> catalog.session(session));
  }

  /// In the order in which they were created.
  ///
  /// @throws SessionNotFound if there is no such session
  public List<RunSnapshot> runs(SessionId session) {
    if (session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return all(after -> catalog.runs(session, after, PAGE), RunRow::ordinal).stream()
        .map(this::snapshot)
        .toList();
  }

  public Optional<RunSnapshot> run(RunId run) {
    return row(run).map(this::snapshot);
  }

  /// How the run ended.
  ///
  /// @return empty if it is not over
  /// @throws RunNotFound if there is no such run
  public Optional<RunReport> report(RunId run) {
    var row = row(run).orElseThrow(() -> new RunNotFound(run));
    var end = row.end();
    if (end == null) {
      return Optional.empty();
    }
    return page(new Cursor(row.session(), end.lastSeq() - 1), 1).items().stream()
        .filter(notice -> notice.event() instanceof Event.RunFinished)
        .map(notice -> Reports.of((Event.RunFinished) notice.event(), engine.texts()))
        .findFirst();
  }

  /// A run as it went, as far as it is kept.
  ///
  /// @throws RunNotFound if there is no such run
  public RunOutline outline(RunId run) {
    return Outlining.of(this, run);
  }

  /// Two runs side by side.
  ///
  /// @throws RunNotFound if there is no such run
  public RunDiff diff(RunId left, RunId right) {
    return RunDiff.between(outline(left), outline(right));
  }

  /// The model that requests went to after that event; empty if that cannot be told any more.
  String modelAt(SessionId session, long seq) {
    return Looking.up(() -> engine.loader().at(session, seq))
        .map(state -> state.profile().recipe())
        .map(Recipe::model)
        .orElse("");
  }

  /// The state of a session as of its last event.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws SessionUnreadable if one of its events cannot be read
  public SessionState state(SessionId session) {
    requireSeen(session);
    var known = engine.shown(session);
    if (known != null) {
      return known;
    }
    return Looking.up(() -> engine.loader().load(session))
        .orElseThrow(() -> new SessionNotFound(session));
  }

  /// The state as of that row or later: what this process has in memory of a session that it does
  /// not drive may be older, if another process has written since.
  SessionState state(SessionRow row) {
    var session = row.session();
    var known = engine.shown(session);
    if (known != null && known.position().seq() >= row.tail()) {
      return known;
    }
    return Looking.up(() -> engine.loader().load(session))
        .orElseThrow(() -> new SessionNotFound(session));
  }

  /// Costs nothing where everything is shown: whoever reads finds out.
  private void requireSeen(SessionId session) {
    if (isPart && session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
  }

  /// Events strictly after the cursor, at most `limit`. A page ends before an event that cannot be
  /// read.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws CursorInvalid if the cursor is past the last event
  /// @throws SessionUnreadable if the first event after the cursor cannot be read
  public EventPage page(Cursor cursor, int limit) {
    var session = cursor.session();
    requireSeen(session);
    var slice =
        Looking.up(() -> engine.journal().read(session, cursor.seq(), limit))
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

  /// What comes before an event that cannot be read is a page of its own.
  ///
  /// @return empty if it cannot be read
  /// @throws SessionUnreadable if it cannot be read, and is the first of its page
  private Optional<Recorded> readable(SessionId session, Entry entry, boolean isFirst) {
    try {
      return Optional.of(Looking.up(() -> events.decode(session, entry)));
    } catch (SessionUnreadable unreadable) {
      if (isFirst) {
        throw unreadable;
      }
      return Optional.empty();
    }
  }

  /// What happened after the cursor, and then live, until the stream is closed.
  public EventStream events(Cursor from) {
    return streams().from(from, Interest.EVENTS_AND_FRAGMENTS);
  }

  /// The same without fragments, for those who wait for an event.
  EventStream eventsOnly(Cursor from) {
    return streams().from(from, Interest.EVENTS);
  }

  /// What happens in one run, from its first event to its last.
  ///
  /// @throws RunNotFound if there is no such run
  public EventStream events(RunId run) {
    return watch(run, Interest.EVENTS_AND_FRAGMENTS);
  }

  /// The same without fragments, for those who wait for an event.
  EventStream eventsOnly(RunId run) {
    return watch(run, Interest.EVENTS);
  }

  private EventStream watch(RunId run, Interest interest) {
    return streams().of(row(run).orElseThrow(() -> new RunNotFound(run)), interest);
  }

  EventStreams streams() {
    return new EventStreams(this, engine.feeds());
  }

  /// The words behind a text of an event, wherever they are kept.
  public String read(Text text) {
    return Looking.up(() -> engine.texts().read(text));
  }

  /// What an event names and does not hold: media, the content of a file.
  ///
  /// @return empty if it is not kept
  public Optional<byte[]> content(BlobId blob) {
    return Looking.up(() -> engine.texts().find(blob));
  }

  Optional<ApprovalRow> approval(ApprovalId approval) {
    return Looking.up(() -> catalog.approval(approval));
  }

  /// Questions to people that nobody has answered yet, oldest first. One whose answer waits for a
  /// process to drive the session is answered.
  public List<ApprovalRow> approvals() {
    return Looking.up(() -> engine.answers().unanswered(catalog));
  }

  Optional<RunRow> row(RunId run) {
    return Looking.up(() -> catalog.run(run));
  }

  private RunSnapshot snapshot(RunRow row) {
    var end = row.end();
    if (end != null) {
      return new RunSnapshot(
          row.run(),
          row.session(),
          end.status(),
          row.title(),
          row.firstSeq(),
          row.acceptedAt(),
          "",
          end.at());
    }
    var standing = standingIfReadable(row);
    return new RunSnapshot(
        row.run(),
        row.session(),
        standing.status(),
        row.title(),
        row.firstSeq(),
        row.acceptedAt(),
        standing.waitingFor(),
        null);
  }

  private record Standing(RunStatus status, String waitingFor) {}

  /// A list is whole although the journal of one session cannot be read.
  private Standing standingIfReadable(RunRow row) {
    try {
      return standing(row);
    } catch (SessionUnreadable unreadable) {
      var needed =
          switch (unreadable.reason()) {
            case NEWER -> "a later version of Drover";
            case DAMAGED -> "a repair of its journal";
          };
      return new Standing(
          RunStatus.WAITING, "%s (event %d cannot be read)".formatted(needed, unreadable.seq()));
    }
  }

  /// Nothing is shown as executing while nobody executes it.
  private Standing standing(RunRow row) {
    var state = state(row.session());
    if (state.backlog().queue().stream().anyMatch(queued -> queued.run().equals(row.run()))) {
      return new Standing(RunStatus.CREATED, "its turn");
    }
    var status = state.status(engine.time().now()).orElse(RunStatus.WAITING);
    var asked = Standings.openApprovals(row.session(), state);
    if (status == RunStatus.WAITING && !asked.isEmpty()) {
      return new Standing(status, "approval " + String.join(", ", asked));
    }
    var away = Standings.away(row.session(), state, this::task);
    if (status == RunStatus.WAITING && !away.isEmpty()) {
      return new Standing(status, String.join(", ", away));
    }
    boolean isHere = engine.isHere(row.session());
    if (!isHere && Looking.up(() -> engine.isFree(row.session()))) {
      return new Standing(RunStatus.WAITING, RunSnapshot.UNDRIVEN);
    }
    var hold = engine.quotas().hold(row.run());
    if (hold.isPresent()) {
      return new Standing(
          RunStatus.WAITING,
          "the quota of %s until %s".formatted(hold.get().account(), hold.get().wake()));
    }
    return state.phase() instanceof Phase.Thinking thinking && status == RunStatus.WAITING
        ? new Standing(status, "the next attempt at " + thinking.notBefore())
        : new Standing(status, "");
  }

  /// A child that works on something, and what it waits for.
  private String task(SessionId child) {
    var waits = run(new RunId(child.value())).map(RunSnapshot::waitingFor).orElse("");
    return waits.isEmpty()
        ? "task " + child
        : "task %s, which waits for %s".formatted(child, waits);
  }

  /// What took how long in the session: spans that begin after the cursor, at most `limit`, read
  /// from its whole journal.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws CursorInvalid if the cursor is past the last event
  public Trace trace(Cursor from, int limit) {
    // Who brings a cursor from elsewhere hears of it.
    page(from, 1);
    var profile = state(from.session()).profile();
    return Trace.read(cursor -> page(cursor, PAGE), profile, from, limit);
  }

  private static <T> List<T> all(LongFunction<List<T>> page, ToLongFunction<T> ordinal) {
    var all = new ArrayList<T>();
    var next = Looking.up(() -> page.apply(0));
    while (!next.isEmpty()) {
      all.addAll(next);
      long last = ordinal.applyAsLong(next.getLast());
      next = Looking.up(() -> page.apply(last));
    }
    return all;
  }
}
