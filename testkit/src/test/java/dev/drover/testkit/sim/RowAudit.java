package dev.drover.testkit.sim;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.RunEnd;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rows agree with journals (A3), in creation order (A11): after each append the rows of its
/// session are derived again from its events.
final class RowAudit implements LawCheck {
  private final Store store;
  private final LawViolations violations;
  private final Map<SessionId, Rows> sessions = new LinkedHashMap<>();

  private static final class Rows {
    private final Map<RunId, @Nullable RunEnd> runs = new LinkedHashMap<>();
    private final Set<EffectId> questions = new HashSet<>();
    private @Nullable RunId running;
    private long tail;
    private long droppedTo;
  }

  RowAudit(Store store, LawViolations violations) {
    this.store = store;
    this.violations = violations;
  }

  @Override
  public void appended(Journal.Append append, List<RecordedEvent> events) {
    var session = append.session();
    boolean isNew = !sessions.containsKey(session);
    var rows = sessions.computeIfAbsent(session, _ -> new Rows());
    events.forEach(entry -> follow(rows, entry));
    requireSame(session, rows);
    if (isNew) {
      violations.require(
          ids(store.catalog()).equals(List.copyOf(sessions.keySet())),
          "A11",
          "sessions %s are listed as %s",
          sessions.keySet(),
          ids(store.catalog()));
    }
  }

  @Override
  public void trimmed(
      SessionId session, Snapshot snapshot, List<EventRange> dropped, List<EventRange> gone) {
    var rows = sessions.get(session);
    if (rows != null) {
      gone.forEach(stretch -> rows.droppedTo = Math.max(rows.droppedTo, stretch.to()));
    }
  }

  private static List<SessionId> ids(Catalog catalog) {
    return catalog.sessions(0, Integer.MAX_VALUE).stream().map(SessionRow::session).toList();
  }

  private static void follow(Rows rows, RecordedEvent entry) {
    rows.tail = entry.seq();
    switch (entry.event()) {
      case Event.RunAccepted(var run, _, _) -> {
        rows.runs.putIfAbsent(run, null);
        rows.running = run;
      }
      case Event.PromptQueued queued -> rows.runs.putIfAbsent(queued.run(), null);
      case Event.RunFinished(var run, var outcome, _) -> {
        rows.runs.put(run, new RunEnd(entry.seq(), entry.at(), status(outcome)));
        rows.running = run.equals(rows.running) ? null : rows.running;
      }
      case Event.ApprovalRequested asked -> rows.questions.add(asked.effect());
      case Event.ApprovalAnswered answered -> rows.questions.remove(answered.effect());
      case Event.QuestionAsked asked -> rows.questions.add(asked.effect());
      case Event.QuestionAnswered answered -> rows.questions.remove(answered.effect());
      case Event.ToolSettled settled -> rows.questions.remove(settled.effect());
      case Event.OfSession _, Event.OfRun _ -> {}
    }
  }

  private static RunStatus status(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> RunStatus.COMPLETED;
      case RunOutcome.Failed _ -> RunStatus.FAILED;
      case RunOutcome.Cancelled _ -> RunStatus.CANCELLED;
    };
  }

  private void requireSame(SessionId session, Rows rows) {
    var row = store.catalog().session(session);
    violations.require(
        row.isPresent()
            && row.get().tail() == rows.tail
            && Objects.equals(row.get().running(), rows.running),
        "A3",
        "session %s is at event %d with run %s, and its row says %s",
        session,
        rows.tail,
        rows.running,
        row);
    requireRuns(session, rows);
    var questions = new HashSet<EffectId>();
    for (var asked : store.catalog().approvals()) {
      if (asked.id().session().equals(session)) {
        questions.add(asked.id().effect());
      }
    }
    violations.require(
        questions.equals(rows.questions),
        "A3",
        "session %s waits for answers to %s, and its rows say %s",
        session,
        rows.questions,
        questions);
  }

  /// A run without kept events is in no list.
  private void requireRuns(SessionId session, Rows rows) {
    var listed = store.catalog().runs(session, 0, Integer.MAX_VALUE);
    var names = listed.stream().map(RunRow::run).toList();
    var expected = new ArrayList<RunId>();
    rows.runs.forEach(
        (run, end) -> {
          boolean mayBeGone = end != null && end.lastSeq() <= rows.droppedTo;
          if (!mayBeGone || names.contains(run)) {
            expected.add(run);
          }
        });
    violations.require(
        names.equals(expected), "A11", "runs %s of %s are listed as %s", expected, session, names);
    for (var run : listed) {
      violations.require(
          Objects.equals(run.end(), rows.runs.get(run.run())),
          "A3",
          "the end of run %s is %s, and its row says %s",
          run.run(),
          rows.runs.get(run.run()),
          run.end());
    }
  }
}
