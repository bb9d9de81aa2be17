package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.watch.Cursor;
import dev.drover.testkit.ChangeProcess.Place;
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

/// A real process is killed with SIGKILL while it changes files, on SQLite, and another one goes
/// on: all of the change is there, nothing else is, and the model is told once.
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
  void aPatchIsAppliedOnceWhereverTheProcessDies(Place place, int starts, String answer)
      throws Exception {
    killAndGoOn("patch", place, new Told(starts, answer));
  }

  /// To write is idempotent, so it is called again and finds itself done; to edit is probed.
  @ParameterizedTest(name = "{0}, killed {1}: {2} start(s), then \"{3}\"")
  @CsvSource({
    "write, BEFORE_FIRST_FILE, 2, Created ",
    "write, AFTER_LAST_FILE,   2, Done: ",
    "edit,  BEFORE_FIRST_FILE, 2, Edited ",
    "edit,  AFTER_LAST_FILE,   1, Done: ",
  })
  @Tag("long")
  void aFileIsChangedOnceWhereverTheProcessDies(String tool, Place place, int starts, String answer)
      throws Exception {
    killAndGoOn(tool, place, new Told(starts, answer));
  }

  private void killAndGoOn(String tool, Place place, Told expected) throws Exception {
    var tree = ChangedTree.in(folder);
    tree.plant();
    var process = start(folder, tool, place);
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(ChangeProcess.STOPPED + place);
    } finally {
      Forked.kill(process);
    }
    assertThat(tree.files())
        .isEqualTo(
            place == Place.BEFORE_FIRST_FILE ? ChangedTree.before() : ChangedTree.after(tool));
    var told = goOn(folder, tool);
    assertThat(told.starts()).isEqualTo(expected.starts());
    assertThat(told.answer()).startsWith(expected.answer());
    assertThat(tree.files()).isEqualTo(ChangedTree.after(tool));
  }

  /// Where exactly the process is hit is up to the machine. What must hold does so wherever it was,
  /// and one of them at least must have been hit between two files.
  @Test
  void aPatchOfManyFilesIsCompletedWhereverTheProcessDiesBetweenThem() throws Exception {
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

  /// On a busy machine a process may be done before it is hit: then the next one is.
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
      assertThat(process.waitFor()).isIn(0, Forked.SIGKILL_EXIT);
      if (process.exitValue() == Forked.SIGKILL_EXIT) {
        return here;
      }
    }
    throw new AssertionError("every process was done before it was killed");
  }

  private static Process start(Path folder, String tool, Place place) throws IOException {
    return Forked.start(ChangeProcess.class, folder.toString(), tool, place.name());
  }

  private static int editedIn(ChangedTree tree) throws IOException {
    int edited = 0;
    for (int i : IntStream.range(0, ChangedTree.EDITED).toArray()) {
      edited += tree.isEdited(i) ? 1 : 0;
    }
    return edited;
  }

  /// What the journal says about the call in the end.
  ///
  /// @param starts a second one says that the probe found it not to have happened
  private record Told(int starts, String answer) {}

  private static Told goOn(Path folder, String tool) {
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
      return new Told((int) starts, session.read(text));
    }
  }
}
