package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ChildJvm;
import dev.drover.internal.tool.ChangeProcess.Place;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.watch.Cursor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real process on SQLite is killed with SIGKILL while it changes files, and another process
/// continues: the change is complete, nothing else is changed, and the model gets one result.
@Tag("A13")
@Tag("A14")
@Tag("D5")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class ChangeKillTest {
  private static final int MOST_PROCESSES = 10;
  private static final String INTERRUPTED = "An earlier attempt at this call was interrupted";

  @TempDir Path folder;

  @ParameterizedTest(name = "killed {0}: {1} start(s), then \"{2}\"")
  @CsvSource({"BEFORE_FIRST_FILE, 2, Patched 123 files.", "AFTER_LAST_FILE, 1, Done: "})
  void aPatchIsAppliedOnceWhereverTheProcessIsKilled(Place place, int starts, String answer)
      throws Exception {
    killAndResume("patch", place, new JournaledCall(starts, answer));
  }

  /// A write is idempotent, so it is called again and finds itself done; an edit is probed.
  @ParameterizedTest(name = "{0}, killed {1}: {2} start(s), then \"{3}\"")
  @CsvSource({
    "write, BEFORE_FIRST_FILE, 2, Created ",
    "write, AFTER_LAST_FILE,   2, Done: ",
    "edit,  BEFORE_FIRST_FILE, 2, Edited ",
    "edit,  AFTER_LAST_FILE,   1, Done: ",
  })
  @Tag("long")
  void aFileIsChangedOnceWhereverTheProcessIsKilled(
      String tool, Place place, int starts, String answer) throws Exception {
    killAndResume(tool, place, new JournaledCall(starts, answer));
  }

  private void killAndResume(String tool, Place place, JournaledCall expected) throws Exception {
    var tree = ChangedTree.in(folder);
    tree.plant();
    var process = start(folder, tool, place);
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(ChangeProcess.STOPPED + place);
    } finally {
      ChildJvm.kill(process);
    }
    assertThat(tree.files())
        .isEqualTo(
            place == Place.BEFORE_FIRST_FILE ? ChangedTree.before() : ChangedTree.after(tool));
    var told = goOn(folder, tool);
    assertThat(told.starts()).isEqualTo(expected.starts());
    assertThat(told.answer()).startsWith(expected.answer());
    assertThat(tree.files()).isEqualTo(ChangedTree.after(tool));
  }

  /// The machine decides where exactly the process is killed. The result must be correct in all
  /// cases, and at least one kill must fall between two files.
  @Test
  void aPatchIsCompletedAfterAKillBetweenAnyTwoFiles() throws Exception {
    var edited = new ArrayList<Integer>();
    for (int first : List.of(0, 60)) {
      var here = killedAfter(first);
      var tree = ChangedTree.in(here);
      edited.add(editedIn(tree));
      var told = goOn(here, "patch");
      assertThat(told.starts()).isBetween(1, 2);
      assertThat(told.answer()).startsWith("Done: ").contains(INTERRUPTED);
      assertThat(tree.files()).isEqualTo(ChangedTree.after("patch"));
    }
    assertThat(edited).anyMatch(count -> count > 0 && count < ChangedTree.EDITED);
  }

  /// On a busy machine a process may finish before it is killed: then another one is tried.
  private Path killedAfter(int first) throws Exception {
    for (int attempt = 1; attempt <= MOST_PROCESSES; attempt++) {
      var here = folder.resolve("from-%d-%d".formatted(first, attempt));
      var tree = ChangedTree.in(here);
      tree.plant();
      var process = start(here, "patch", Place.NOWHERE);
      while (process.isAlive() && !tree.isEdited(first)) {
        Thread.onSpinWait();
      }
      process.destroyForcibly();
      assertThat(process.waitFor()).isIn(0, ChildJvm.SIGKILL_EXIT);
      if (process.exitValue() == ChildJvm.SIGKILL_EXIT) {
        return here;
      }
    }
    throw new AssertionError("every process was done before it was killed");
  }

  private static Process start(Path folder, String tool, Place place) throws IOException {
    return ChildJvm.start(ChangeProcess.class, folder.toString(), tool, place.name());
  }

  private static int editedIn(ChangedTree tree) throws IOException {
    int edited = 0;
    for (int i : IntStream.range(0, ChangedTree.EDITED).toArray()) {
      edited += tree.isEdited(i) ? 1 : 0;
    }
    return edited;
  }

  /// The journal's record of the call at the end.
  ///
  /// @param starts two if the probe found that the call had not happened
  private record JournaledCall(int starts, String answer) {}

  private static JournaledCall goOn(Path folder, String tool) {
    try (var drover = Drover.on(ChangeProcess.store(folder)).build()) {
      var session =
          ChangeProcess.agent(drover, folder, tool).open(ChangeProcess.SESSION, OpenMode.RESUME);
      var run = session.run(session.runs().getFirst().run()).orElseThrow();
      assertThat(run.await().status()).isEqualTo(RunStatus.COMPLETED);
      var events = session.page(Cursor.start(session.id()), 500).items();
      var settled =
          events.stream()
              .filter(each -> each.event() instanceof Event.ToolSettled)
              .map(each -> ((Event.ToolSettled) each.event()).outcome())
              .toList();
      assertThat(settled).hasSize(1).hasOnlyElementsOfType(ToolOutcome.Succeeded.class);
      var text = ((ToolOutcome.Succeeded) settled.getFirst()).content();
      long starts =
          events.stream().filter(each -> each.event() instanceof Event.ToolStarted).count();
      return new JournaledCall((int) starts, session.read(text));
    }
  }
}
