package dev.drover.internal.undo;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.internal.undo.CommandFixture.bash;
import static dev.drover.internal.undo.CommandFixture.leftAlone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.DroverBuilder.RecoveryMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.RunId;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import dev.drover.store.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands of [dev.drover.tools.WorkspaceTools] that are interrupted, and the state after their
/// run is undone.
@Tag("D15")
@Timeout(60)
final class CommandCutOffTest {
  @TempDir private Path folder;
  private CommandFixture fixture;

  @BeforeEach
  void furnish() throws IOException {
    fixture = CommandFixture.in(folder);
  }

  @Test
  @Tag("B4")
  void changesOfACancelledCommandAreUndone() throws Exception {
    var before = fixture.files();
    try (var drover = fixture.open()) {
      var session =
          fixture.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash(
                      "trap 'echo late > late.txt; exit' TERM; echo agent > a.txt; "
                          + "rm b.txt; echo ready > ready; while :; do sleep 0.05; done"),
                  says("never")));
      var run = session.send("go");
      CommandHost.await(fixture.workspace(), "ready");
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      var report = drover.undo(run.id(), "anna");
      assertThat(report.files())
          .extracting(RestoredFile::path)
          .containsExactlyInAnyOrder("a.txt", "b.txt", "ready", "late.txt");
      assertThat(report.isComplete()).isTrue();
    }
    assertThat(fixture.files()).isEqualTo(before);
  }

  @Test
  @Tag("B4")
  void aCancelledCommandThatChangedNothingIsNotReportedAsUncertain() throws Exception {
    try (var drover = fixture.open()) {
      var model = FakeModel.playing(bash("sleep 60"), says("never"));
      var session = fixture.session(drover, CommandHost.OPTIONS, model);
      var run = session.send("go");
      ApprovalWaits.forEvents(run, Event.WorkspaceKept.class, 1);
      run.cancel();
      run.await();
      assertThat(drover.undo(run.id(), "anna").files()).isEmpty();
    }
  }

  @Test
  @Tag("B5")
  void changesOfACommandStoppedByACloseAreUndone() throws Exception {
    var before = fixture.files();
    RunId id;
    try (var drover = fixture.open()) {
      var session =
          fixture.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never")));
      id = session.send("go").id();
      CommandHost.await(fixture.workspace(), "ready");
      session.close();
    }
    assertThat(fixture.undo(id)).allMatch(CommandFixture::isUndone).hasSize(2);
    assertThat(fixture.files()).isEqualTo(before);
  }

  @Test
  @Tag("A12")
  void aCommandWhoseRunWasClosedAfterACrashIsReportedAsUncertain() throws Exception {
    var drover = fixture.open();
    var model = FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never"));
    var run = fixture.session(drover, CommandHost.OPTIONS, model).send("go");
    CommandHost.await(fixture.workspace(), "ready");
    drover.disconnect();
    try (var next =
        Drover.on(SqliteStore.open(CommandHost.store(folder)))
            .recovery(RecoveryMode.CLOSE)
            .build()) {
      fixture.session(next, CommandHost.OPTIONS, model);
      try (var events = next.queries().events(run.id())) {
        while (events.next(Duration.ofSeconds(20)).isPresent()) {
          // Reads to the end.
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
  void changesOfACommandInAKilledProcessAreUndoneByAnotherProcess() throws Exception {
    var before = fixture.files();
    try (var host = CommandHost.start(folder)) {
      CommandHost.await(fixture.workspace(), "ready");
      host.kill();
    }
    assertThat(fixture.files())
        .containsEntry("a.txt", "rw-r--r-- agent\n")
        .containsEntry("runs", "rw-r--r-- once\n")
        .doesNotContainKey("b.txt");
    RunId run;
    try (var host = CommandHost.start(folder)) {
      assertThat(host.answer()).isEqualTo("COMPLETED Unknown");
    }
    try (var drover = fixture.open()) {
      run = drover.queries().runs(CommandHost.SESSION).getFirst().run();
    }
    assertThat(fixture.files()).containsEntry("runs", "rw-r--r-- once\n");
    assertThat(fixture.undo(run)).allMatch(CommandFixture::isUndone).hasSize(5);
    assertThat(fixture.files()).isEqualTo(before);
  }
}
