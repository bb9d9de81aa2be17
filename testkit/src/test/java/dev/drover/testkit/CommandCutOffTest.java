package dev.drover.testkit;

import static dev.drover.testkit.CommandStage.bash;
import static dev.drover.testkit.CommandStage.leftAlone;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Recovery;
import dev.drover.spi.tool.Restorer.Restored;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands of [dev.drover.tools.WorkspaceTools] that are cut off, and what is left of them when
/// their run is undone.
@Tag("D15")
@Timeout(60)
final class CommandCutOffTest {
  @TempDir private Path folder;
  private CommandStage stage;

  @BeforeEach
  void furnish() throws IOException {
    stage = CommandStage.in(folder);
  }

  @Test
  @Tag("B4")
  void whatACancelledCommandDidUntilItsEndIsBroughtBack() throws Exception {
    var before = stage.files();
    try (var drover = stage.open()) {
      var session =
          stage.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash(
                      "trap 'echo late > late.txt; exit' TERM; echo agent > a.txt; "
                          + "rm b.txt; echo ready > ready; while :; do sleep 0.05; done"),
                  says("never")));
      var run = session.send("go");
      CommandHost.await(stage.workspace(), "ready");
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      var report = drover.undo(run.id(), "anna");
      assertThat(report.files())
          .extracting(Restored::path)
          .containsExactlyInAnyOrder("a.txt", "b.txt", "ready", "late.txt");
      assertThat(report.isComplete()).isTrue();
    }
    assertThat(stage.files()).isEqualTo(before);
  }

  @Test
  @Tag("B4")
  void aCancelledCommandThatChangedNothingLeavesNoDoubt() throws Exception {
    try (var drover = stage.open()) {
      var model = FakeModel.playing(bash("sleep 60"), says("never"));
      var session = stage.session(drover, CommandHost.OPTIONS, model);
      var run = session.send("go");
      Waiting.forEvents(run, Event.WorkspaceKept.class, 1);
      run.cancel();
      run.await();
      assertThat(drover.undo(run.id(), "anna").files()).isEmpty();
    }
  }

  @Test
  @Tag("B5")
  void whatACommandDidThatWasStoppedByAClosingSessionIsBroughtBack() throws Exception {
    var before = stage.files();
    RunId id;
    try (var drover = stage.open()) {
      var session =
          stage.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never")));
      id = session.send("go").id();
      CommandHost.await(stage.workspace(), "ready");
      session.close();
    }
    assertThat(stage.undo(id)).allMatch(CommandStage::isUndone).hasSize(2);
    assertThat(stage.files()).isEqualTo(before);
  }

  @Test
  @Tag("A12")
  void aCommandWhoseRunWasClosedAfterACrashIsInDoubtAndSaysSo() throws Exception {
    var drover = stage.open();
    var model = FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never"));
    var run = stage.session(drover, CommandHost.OPTIONS, model).send("go");
    CommandHost.await(stage.workspace(), "ready");
    drover.disconnect();
    try (var next =
        Drover.on(SqliteStore.open(CommandHost.store(folder))).recovery(Recovery.CLOSE).build()) {
      stage.session(next, CommandHost.OPTIONS, model);
      try (var events = next.archive().events(run.id())) {
        while (events.next(Duration.ofSeconds(20)).isPresent()) {
          // Until its end.
        }
      }
      assertThat(next.undo(run.id(), "anna").files())
          .containsExactly(
              leftAlone("e2 of the run was cut off before anybody saw what it had changed"));
      assertThat(next.undo(run.id(), "anna").isComplete()).isFalse();
    }
  }

  @Test
  @Tag("A13")
  @Tag("A14")
  void aProcessIsKilledInsideACommandAndWhatTheCommandDidIsBroughtBackByAnother() throws Exception {
    var before = stage.files();
    try (var host = CommandHost.start(folder)) {
      CommandHost.await(stage.workspace(), "ready");
      host.kill();
    }
    assertThat(stage.files())
        .containsEntry("a.txt", "rw-r--r-- agent\n")
        .containsEntry("runs", "rw-r--r-- once\n")
        .doesNotContainKey("b.txt");
    RunId run;
    try (var host = CommandHost.start(folder)) {
      assertThat(host.answer()).isEqualTo("COMPLETED Unknown");
    }
    try (var drover = stage.open()) {
      run = drover.archive().runs(CommandHost.SESSION).getFirst().run();
    }
    assertThat(stage.files()).containsEntry("runs", "rw-r--r-- once\n");
    assertThat(stage.undo(run)).allMatch(CommandStage::isUndone).hasSize(5);
    assertThat(stage.files()).isEqualTo(before);
  }
}
