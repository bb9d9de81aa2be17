package dev.drover.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ChildJvm;
import dev.drover.fixture.TaskFixture;
import dev.drover.internal.task.TaskProcess.Plot;
import dev.drover.internal.task.TaskProcess.When;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.query.RunSnapshot;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real process on SQLite is killed with SIGKILL while children work, and another one continues:
/// no task is started twice, everything ends once, and parents receive the ends.
@Tag("A13")
@Tag("F1")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class TaskKillTest {
  private static final String FOUR = "found one|found two|found three|found four";

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}, killed {3} {2} of {1}")
  @CsvSource({
    "FAN_OUT,    s-boss-e3, run_finished,       AFTER",
    "BACKGROUND, s-boss-e2, run_finished,       AFTER",
    "HAND_OFF,   s-boss,    session_handed_off, AFTER",
  })
  void theNextProcessReachesTheSameEndAfterAnyKill(
      Plot plot, String session, String type, When when) throws Exception {
    killAt(plot, session, type, when);
    assertThat(resume(plot)).isEqualTo(end(plot));
    assertJournalsAreConsistent();
  }

  @ParameterizedTest(name = "{0}, killed {3} {2} of {1}")
  @Tag("long")
  @CsvSource({
    "FOREGROUND, s-boss,    task_started,       BEFORE",
    "FOREGROUND, s-boss,    task_started,       AFTER",
    "FOREGROUND, s-boss-e2, session_opened,     AFTER",
    "FOREGROUND, s-boss-e2, run_accepted,       BEFORE",
    "FOREGROUND, s-boss-e2, model_replied,      BEFORE",
    "FOREGROUND, s-boss-e2, run_finished,       AFTER",
    "FOREGROUND, s-boss,    tool_deferred,      BEFORE",
    "FOREGROUND, s-boss,    task_ended,         BEFORE",
    "FOREGROUND, s-boss,    task_ended,         AFTER",
    "FAN_OUT,    s-boss-e3, run_accepted,       BEFORE",
    "FAN_OUT,    s-boss-e5, run_finished,       AFTER",
    "FAN_OUT,    s-boss,    task_ended,         BEFORE",
    "FAN_OUT,    s-boss,    task_ended,         AFTER",
    "BACKGROUND, s-boss,    task_started,       AFTER",
    "BACKGROUND, s-boss-e2, model_replied,      BEFORE",
    "BACKGROUND, s-boss,    task_ended,         BEFORE",
    "BACKGROUND, s-boss,    task_ended,         AFTER",
    "HAND_OFF,   s-boss,    session_handed_off, BEFORE",
    "HAND_OFF,   s-boss-e2, model_replied,      BEFORE",
  })
  void aKillAtAnyEventLeadsToTheSameEnd(Plot plot, String session, String type, When when)
      throws Exception {
    killAt(plot, session, type, when);
    assertThat(resume(plot)).isEqualTo(end(plot));
    assertJournalsAreConsistent();
  }

  private static String end(Plot plot) {
    return "COMPLETED "
        + switch (plot) {
          case FOREGROUND, BACKGROUND -> "found one";
          case FAN_OUT -> FOUR;
          case HAND_OFF -> "heir: Go on.";
          case SHORT_OF_MONEY -> throw new IllegalArgumentException("it ends otherwise");
        };
  }

  /// The budget covers three model calls: the first of the parent, and those of two of the four
  /// children.
  @ParameterizedTest(name = "killed {2} {1} of {0}")
  @Tag("E7")
  @Tag("long")
  @CsvSource({
    "s-boss,    task_started,  AFTER",
    "s-boss-e2, run_accepted,  AFTER",
    "s-boss-e3, run_finished,  AFTER",
    "s-boss-e4, run_finished,  BEFORE",
    "s-boss,    task_ended,    BEFORE",
  })
  void aKillDoesNotOverspendTheBudget(String session, String type, When when) throws Exception {
    killAt(Plot.SHORT_OF_MONEY, session, type, when);
    assertThat(resume(Plot.SHORT_OF_MONEY)).startsWith("FAILED");
    assertJournalsAreConsistent();
    try (var store = SqliteStore.open(TaskProcess.store(folder));
        var drover = Drover.on(store).build()) {
      var run = drover.queries().runs(TaskProcess.SESSION).getFirst().run();
      var standing = store.accounts().totals("tree-" + run);
      assertThat(standing.spent().modelCalls()).isEqualTo(3);
      assertThat(standing.reserved()).isEqualTo(BudgetAmount.NONE);
    }
  }

  private void killAt(Plot plot, String session, String type, When when)
      throws IOException, InterruptedException {
    var process = start(plot, session, type, when);
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(TaskProcess.STOPPED);
      ChildJvm.kill(process);
    }
  }

  private String resume(Plot plot) throws IOException, InterruptedException {
    var process = start(plot, "nobody", "nothing", When.NEVER);
    try (var output = process.inputReader()) {
      var answer = output.readLine();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      return answer;
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(Plot plot, String session, String type, When when) throws IOException {
    return ChildJvm.start(
        TaskProcess.class, folder.toString(), plot.name(), session, type, when.name());
  }

  /// Every run ends once, and every task ends once and belongs only to its parent.
  private void assertJournalsAreConsistent() {
    try (var drover = Drover.on(SqliteStore.open(TaskProcess.store(folder))).build()) {
      for (var row : drover.queries().sessions()) {
        var session = row.session();
        assertThat(drover.queries().runs(session))
            .extracting(RunSnapshot::finishedAt)
            .as("ends in %s", session)
            .doesNotContainNull();
        var started = children(drover, session, Event.TaskStarted.class);
        assertThat(started).as("begun by %s", session).doesNotHaveDuplicates();
        assertThat(children(drover, session, Event.TaskEnded.class))
            .as("ended for %s", session)
            .containsExactlyInAnyOrderElementsOf(started);
        for (var child : started) {
          assertThat(drover.queries().run(RunId.firstOf(child))).isPresent();
        }
        var journal =
            drover.queries().page(Cursor.start(session), 1_000).items().stream()
                .map(Notice.Happened::entry)
                .toList();
        assertThat(Replay.of(journal)).as("replay of %s", session).isInstanceOf(ReplayReport.class);
      }
    }
  }

  private static List<SessionId> children(
      Drover drover, SessionId session, Class<? extends Event> kind) {
    return TaskFixture.all(drover, session, kind).stream()
        .map(
            event ->
                event instanceof Event.TaskStarted started
                    ? started.child()
                    : ((Event.TaskEnded) event).child())
        .toList();
  }
}
