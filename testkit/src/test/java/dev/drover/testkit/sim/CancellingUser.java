package dev.drover.testkit.sim;

import static java.util.stream.Collectors.toSet;

import dev.drover.Session;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.watch.Cursor;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// A user who cancels and closes, and compares the result with the visible state: a cancel returns
/// true if something was cancelled (B4, F4), and a closed session is closed (B5).
record CancellingUser(SimulationContext context) {
  private static final SessionId UNKNOWN = new SessionId("nobody");

  void cancel(Session session) {
    context.witness().stops(session.id(), "user");
    require(session.id(), session::cancel);
  }

  /// Cancels one run and no other: the oldest, which may have ended long ago.
  void cancelOne(Session session) {
    for (var run : session.runs().stream().limit(1).map(RunSnapshot::run).toList()) {
      var by = StopAudit.STOPPER + run;
      context.witness().stops(session.id(), by);
      boolean wasOver = isOver(session.id(), run);
      boolean isTrue = session.drover().cancel(session.id(), run, by, "enough");
      context
          .violations()
          .require(!wasOver || !isTrue, "B4", "run %s is over and was cancelled", run);
    }
  }

  void cancelTasks(Session session) {
    var unknown = session.tasks().cancel(UNKNOWN);
    context.violations().require(!unknown, "F4", "an unknown task was cancelled");
    for (var task : session.tasks().all()) {
      context.witness().stops(task.child(), "user");
      boolean wasOver = isOver(task.child(), RunId.firstOf(task.child()));
      int stops = context.auditor().stops().stops(task.child());
      boolean isTrue = session.tasks().cancel(task.child());
      boolean isStopped = context.auditor().stops().stops(task.child()) > stops;
      context
          .violations()
          .require(!isTrue || (isStopped && !wasOver), "F4", "%s was not cancelled", task.child());
    }
  }

  private boolean isOver(SessionId session, RunId run) {
    var audit = context.auditor().sessions().get(session);
    return audit != null && audit.isOver(run);
  }

  /// A cancel that is left in an inbox is received later or never, and its sender gets the result
  /// that nothing was cancelled.
  private void require(SessionId session, BooleanSupplier cancel) {
    var auditor = context.auditor();
    var audit = auditor.sessions().get(session);
    int stops = auditor.stops().stops(session);
    long rests = audit == null ? 0 : audit.rests();
    boolean wasBusy = audit != null && audit.isBusy();
    int items = auditor.inboxItems(session);
    boolean isTrue = cancel.getAsBoolean();
    if (isTrue) {
      context
          .violations()
          .require(
              auditor.stops().stops(session) > stops,
              "B4",
              "session %s: nothing was cancelled, and the cancel returned true",
              session);
    } else {
      context
          .violations()
          .require(
              !wasBusy
                  || audit == null
                  || audit.rests() > rests
                  || auditor.inboxItems(session) > items,
              "B4",
              "session %s: something is active, and the cancel returned false",
              session);
    }
  }

  /// Closes it for all handles, which never throws. Afterwards no input is accepted, and the runs
  /// of this process have ended, unless the store failed.
  void close(Session session, SimProcess process) {
    var id = session.id();
    context.witness().stops(id, "close");
    var going = isDriving(process, id) ? unfinished(id) : Set.<RunId>of();
    long troubles = context.faults().troubles();
    try {
      session.drover().close(id);
      session.close();
    } catch (DroverException | PortException thrown) {
      context
          .violations()
          .add("B5", "closing %s throws %s".formatted(id, Simulation.trace(thrown)));
    }
    try {
      session.send("too late");
      context.violations().add("B5", "session %s is closed and takes a prompt".formatted(id));
    } catch (SessionClosed refused) {
      context
          .violations()
          .require(
              refused.problem().detail().contains(id.value()),
              "B5",
              "%s does not say which session is closed",
              refused.problem());
    }
    if (context.faults().troubles() == troubles) {
      requireRest(session, process, going);
    }
  }

  private Set<RunId> unfinished(SessionId session) {
    return context.store().catalog().runs(session, 0, Integer.MAX_VALUE).stream()
        .filter(row -> row.end() == null)
        .map(RunRow::run)
        .collect(toSet());
  }

  private boolean isDriving(SimProcess process, SessionId session) {
    var audit = context.auditor().sessions().get(session);
    var owner = context.owners().get(process);
    return audit != null && owner != null && owner.equals(audit.owner());
  }

  /// @param going the runs that were active here when the close began: a process that opens the
  ///   session again may take over more
  private void requireRest(Session session, SimProcess process, Set<RunId> going) {
    var row = context.store().catalog().session(session.id());
    boolean goesOn = row.map(SessionRow::running).filter(going::contains).isPresent();
    context
        .violations()
        .require(
            !goesOn || !isDriving(process, session.id()),
            "B5",
            "session %s is closed, and goes on: %s",
            session.id(),
            row);
    // A closed session can still be read.
    session.page(Cursor.start(session.id()), 1);
  }
}
