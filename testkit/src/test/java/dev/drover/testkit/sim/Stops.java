package dev.drover.testkit.sim;

import static java.util.stream.Collectors.toSet;

import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.Session;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Somebody who ends what others do, and holds what he is told against what he can see: cancelling
/// is true if something was cancelled (B4, F4), and who is closed is closed (B5).
record Stops(Stage stage) {
  private static final SessionId NOBODY = new SessionId("nobody");

  void cancel(Session session) {
    stage.witness().stops(session.id(), "user");
    require(session.id(), session::cancel);
  }

  /// One run and no other: the oldest, which may have ended long ago.
  void cancelOne(Session session) {
    for (var run : session.runs().stream().limit(1).map(RunSnapshot::run).toList()) {
      var by = StopAudit.STOPPER + run;
      stage.witness().stops(session.id(), by);
      boolean wasOver = isOver(session.id(), run);
      boolean isTrue = session.drover().cancel(session.id(), run, by, "enough");
      stage
          .violations()
          .require(!wasOver || !isTrue, "B4", "run %s is over and was cancelled", run);
    }
  }

  void cancelTasks(Session session) {
    var unknown = session.tasks().cancel(NOBODY);
    stage.violations().require(!unknown, "F4", "a task that nobody knows was cancelled");
    for (var task : session.tasks().all()) {
      stage.witness().stops(task.child(), "user");
      boolean wasOver = isOver(task.child(), new RunId(task.child().value()));
      int stops = stage.auditor().stops().stops(task.child());
      boolean isTrue = session.tasks().cancel(task.child());
      boolean isStopped = stage.auditor().stops().stops(task.child()) > stops;
      stage
          .violations()
          .require(!isTrue || (isStopped && !wasOver), "F4", "%s was not cancelled", task.child());
    }
  }

  private boolean isOver(SessionId session, RunId run) {
    var audit = stage.auditor().sessions().get(session);
    return audit != null && audit.isOver(run);
  }

  /// What is left in an inbox is heard later, or never, and whoever left it is told that nothing
  /// was cancelled.
  private void require(SessionId session, BooleanSupplier cancel) {
    var auditor = stage.auditor();
    var audit = auditor.sessions().get(session);
    int stops = auditor.stops().stops(session);
    long rests = audit == null ? 0 : audit.rests();
    boolean wasBusy = audit != null && audit.isBusy();
    int letters = auditor.letters(session);
    boolean isTrue = cancel.getAsBoolean();
    if (isTrue) {
      stage
          .violations()
          .require(
              auditor.stops().stops(session) > stops,
              "B4",
              "session %s: nothing was cancelled, and whoever wanted it is told that it was",
              session);
    } else {
      stage
          .violations()
          .require(
              !wasBusy
                  || audit == null
                  || audit.rests() > rests
                  || auditor.letters(session) > letters,
              "B4",
              "session %s: something is going, and whoever wanted it cancelled is told no",
              session);
    }
  }

  /// Closes it for all who hold it, which never throws. Then nothing is taken any more, and what
  /// this process drove has ended, unless the store would not hear of it.
  void close(Session session, SimProcess process) {
    var id = session.id();
    stage.witness().stops(id, "close");
    var going = isDriving(process, id) ? unfinished(id) : Set.<RunId>of();
    long troubles = stage.faults().troubles();
    try {
      session.drover().close(id);
      session.close();
    } catch (DroverException | PortException thrown) {
      stage.violations().add("B5", "closing %s throws %s".formatted(id, Simulation.trace(thrown)));
    }
    try {
      session.send("too late");
      stage.violations().add("B5", "session %s is closed and takes a prompt".formatted(id));
    } catch (SessionClosed refused) {
      stage
          .violations()
          .require(
              refused.problem().detail().contains(id.value()),
              "B5",
              "%s does not say which session is closed",
              refused.problem());
    }
    if (stage.faults().troubles() == troubles) {
      requireRest(session, process, going);
    }
  }

  private Set<RunId> unfinished(SessionId session) {
    return stage.store().catalog().runs(session, 0, Integer.MAX_VALUE).stream()
        .filter(row -> row.end() == null)
        .map(RunRow::run)
        .collect(toSet());
  }

  private boolean isDriving(SimProcess process, SessionId session) {
    var audit = stage.auditor().sessions().get(session);
    var owner = stage.owners().get(process);
    return audit != null && owner != null && owner.equals(audit.owner());
  }

  /// @param going here when it began to close: whoever opens it again may take over more
  private void requireRest(Session session, SimProcess process, Set<RunId> going) {
    var row = stage.store().catalog().session(session.id());
    boolean goesOn = row.map(SessionRow::running).filter(going::contains).isPresent();
    stage
        .violations()
        .require(
            !goesOn || !isDriving(process, session.id()),
            "B5",
            "session %s is closed, and goes on: %s",
            session.id(),
            row);
    // What is closed can still be read.
    session.page(Cursor.start(session.id()), 1);
  }
}
