package dev.drover.query;

import dev.drover.RunReport;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.query.RunSnapshot.RunDetails;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.trace.TracePage;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.EventStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// All queries on a store. They do not need the agents of the sessions. If the store does not
/// answer, each of them throws [dev.drover.problem.StoreFailed].
///
/// Safe for use by any thread.
public interface SessionQueries {
  /// All sessions, in the order of their creation.
  List<SessionRow> sessions();

  /// Direct forks of a session, in the order of their creation; forks of forks are not included.
  ///
  /// @throws SessionNotFound if there is no such session
  List<ForkRow> forks(SessionId session);

  /// The source of a session, if it is a fork.
  Optional<ForkRow> origin(SessionId session);

  /// All forks in the family of a session, in the order of their creation.
  ///
  /// @throws SessionNotFound if there is no such session
  List<ForkRow> family(SessionId session);

  /// Sessions with an unfinished run.
  List<SessionRow> unfinished();

  /// Sessions of the tasks of a session, finished or not, in the order of their creation.
  List<SessionRow> children(SessionId parent);

  /// The usage of a session and of all its tasks, finished or not. Reads their journals.
  ///
  /// @throws SessionNotFound if there is no such session
  UsageLedger ledger(SessionId session);

  Optional<SessionRow> session(SessionId session);

  /// The session that was created last, without child sessions.
  Optional<SessionRow> newestSession();

  /// Ids of sessions that begin with these characters, newest session first, without child
  /// sessions: the id of a child begins with that of its parent.
  List<SessionId> sessionsStartingWith(String prefix, int limit);

  /// The runs of a session, in the order of their creation.
  ///
  /// @throws SessionNotFound if there is no such session
  List<RunSnapshot> runs(SessionId session);

  Optional<RunSnapshot> run(RunId run);

  /// Ids of runs that begin with these characters, newest run first.
  List<RunId> runsStartingWith(String prefix, int limit);

  /// A run with its prompt and its result, or its error: reads two events.
  ///
  /// @throws RunNotFound if there is no such run
  /// @throws SessionUnreadable if one of them cannot be read
  RunDetails details(RunId run);

  /// How the run ended.
  ///
  /// @return empty if it is not over
  /// @throws RunNotFound if there is no such run
  Optional<RunReport> report(RunId run);

  /// The course of a run, as far as it is stored.
  ///
  /// @throws RunNotFound if there is no such run
  RunOutline outline(RunId run);

  /// Compares two runs.
  ///
  /// @throws RunNotFound if there is no such run
  RunDiff diff(RunId left, RunId right);

  /// A session after its last event, from any process.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws SessionUnreadable if one of its events cannot be read
  SessionSnapshot snapshot(SessionId session);

  /// Events strictly after the cursor, at most `limit`. A page ends before an event that cannot be
  /// read.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws CursorInvalid if the cursor is past the last event
  /// @throws SessionUnreadable if the first event after the cursor cannot be read
  EventPage page(Cursor cursor, int limit);

  /// The events after the cursor, and then live, until the stream is closed.
  EventStream events(Cursor from);

  /// The events of one run, from its first to its last.
  ///
  /// @throws RunNotFound if there is no such run
  EventStream events(RunId run);

  /// The content of a text in an event, whether it is inline or stored as a blob.
  String read(Text text);

  /// Content that an event names but does not contain: media, the content of a file.
  ///
  /// @return empty if it is not stored
  Optional<byte[]> content(BlobId blob);

  /// Approval requests without an answer, oldest first. A request whose answer waits in the inbox
  /// is not open.
  List<ApprovalRow> approvals();

  /// The durations of steps in the session: spans that begin after the cursor, at most `limit`,
  /// derived from its whole journal.
  ///
  /// @throws SessionNotFound if there is no such session
  /// @throws CursorInvalid if the cursor is past the last event
  TracePage trace(Cursor from, int limit);

  /// The usage of a session and of all its tasks, at any depth.
  ///
  /// Usage is stored once: the journal of the session that called the model contains the provider's
  /// numbers with the reply, and the ledger reads them there. So the usage of a child is visible at
  /// once, failed and cancelled work keeps its usage, and a crash never counts anything twice.
  ///
  /// @param lines the session first, then each child followed by its own children, in the order in
  ///   which they were opened; one line for each model that replied
  record UsageLedger(List<UsageLedgerLine> lines) {
    public UsageLedger {
      lines = List.copyOf(lines);
    }

    /// The sum of all lines.
    public Usage total() {
      return lines.stream().map(UsageLedgerLine::usage).reduce(Usage.NONE, Usage::plus);
    }

    /// The sum of all lines, in millionths; empty if a price was not known for one of them.
    public OptionalLong money() {
      long sum = 0;
      for (var line : lines) {
        if (line.money().isEmpty() && line.usage().total() > 0) {
          return OptionalLong.empty();
        }
        sum = Math.addExact(sum, line.money().orElse(0));
      }
      return OptionalLong.of(sum);
    }

    /// The usage of one session with one model, as a line of a [UsageLedger].
    ///
    /// @param source the agent of the session, or the name of a one-shot completion
    /// @param depth the number of sessions above it; 0 for the session at the top
    /// @param model the session's current model, or one that replaced it in a run; empty if the
    ///   session was deleted
    /// @param money in millionths, at the prices that were in force at that time; empty if no price
    ///   was known
    public record UsageLedgerLine(
        SessionId session,
        String source,
        int depth,
        String model,
        Usage usage,
        OptionalLong money) {}
  }
}
