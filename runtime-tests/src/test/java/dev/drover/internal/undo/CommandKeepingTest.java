package dev.drover.internal.undo;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.internal.undo.CommandFixture.bash;
import static dev.drover.internal.undo.CommandFixture.leftAlone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import dev.drover.tools.sandbox.SnapshotPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Limits of the snapshots of files that commands change, and how omitted files are reported.
@Tag("D15")
@Timeout(60)
final class CommandKeepingTest {
  @TempDir private Path folder;
  private CommandFixture fixture;

  @BeforeEach
  void furnish() throws IOException {
    fixture = CommandFixture.in(folder);
  }

  @Test
  void filesBeyondTheLimitsAreReportedAndLeftAlone() throws IOException {
    Files.writeString(fixture.workspace().resolve("large.txt"), "x".repeat(101));
    var options = CommandHost.OPTIONS.snapshots(new SnapshotPolicy.UpTo(1_000, 100, 1 << 20));
    var run =
        fixture.run(
            options,
            bash("echo y >> large.txt; head -c 500 /dev/zero > made.bin; echo agent > a.txt"),
            says("done"));
    assertThat(fixture.undo(run))
        .containsExactlyInAnyOrder(
            new RestoredFile("a.txt", RestoreStatus.RESTORED, ""),
            new RestoredFile("made.bin", RestoreStatus.TAKEN_AWAY, ""),
            new RestoredFile(
                "large.txt",
                RestoreStatus.LEFT_ALONE,
                "no copy of it was kept: it was too large, or one of too many"));
    assertThat(fixture.files())
        .doesNotContainKey("made.bin")
        .containsEntry("a.txt", "rw-r--r-- one\n");
  }

  @Test
  void withoutSnapshotsAnUndoReportsThatNothingWasKept() {
    var options = CommandHost.OPTIONS.snapshots(new SnapshotPolicy.None());
    assertThat(fixture.undo(fixture.run(options, bash("echo agent > a.txt"), says("done"))))
        .containsExactly(leftAlone("nothing of what commands change is kept here"));
  }

  @Test
  void modelAndUserLearnThatATooLargeWorkspaceCannotBeUndone() {
    var options = CommandHost.OPTIONS.snapshots(new SnapshotPolicy.UpTo(1, 100, 100));
    try (var drover = fixture.open()) {
      for (int i = 0; i < 11; i++) {
        Files.writeString(fixture.workspace().resolve("f" + i), "");
      }
      var session =
          fixture.session(
              drover, options, FakeModel.playing(bash("echo agent > a.txt"), says("done")));
      var run = session.send("go");
      run.await();
      assertThat(session.history().toString())
          .contains("[what commands change here cannot be undone: there are more than 10 files]");
      assertThat(drover.undo(run.id(), "anna").files())
          .containsExactly(
              leftAlone("what commands changed cannot be undone: there are more than 10 files"));
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
