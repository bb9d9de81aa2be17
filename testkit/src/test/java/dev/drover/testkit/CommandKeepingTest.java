package dev.drover.testkit;

import static dev.drover.testkit.CommandStage.bash;
import static dev.drover.testkit.CommandStage.leftAlone;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.tools.sandbox.Keeping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How much of what commands change is kept, and what people are told of the rest.
@Tag("D15")
@Timeout(60)
final class CommandKeepingTest {
  @TempDir private Path folder;
  private CommandStage stage;

  @BeforeEach
  void furnish() throws IOException {
    stage = CommandStage.in(folder);
  }

  @Test
  void whatIsBeyondTheLimitsIsToldAndLeftAlone() throws IOException {
    Files.writeString(stage.workspace().resolve("large.txt"), "x".repeat(101));
    var options = CommandHost.OPTIONS.keeping(new Keeping.UpTo(1_000, 100, 1 << 20));
    var run =
        stage.run(
            options,
            bash("echo y >> large.txt; head -c 500 /dev/zero > made.bin; echo agent > a.txt"),
            says("done"));
    assertThat(stage.undo(run))
        .containsExactlyInAnyOrder(
            new Restored("a.txt", Fate.RESTORED, ""),
            new Restored("made.bin", Fate.TAKEN_AWAY, ""),
            new Restored(
                "large.txt",
                Fate.LEFT_ALONE,
                "no copy of it was kept: it was too large, or one of too many"));
    assertThat(stage.files())
        .doesNotContainKey("made.bin")
        .containsEntry("a.txt", "rw-r--r-- one\n");
  }

  @Test
  void aHostCanHaveNothingKeptAndWhoeverWantsItBackIsTold() {
    var options = CommandHost.OPTIONS.keeping(new Keeping.Nothing());
    assertThat(stage.undo(stage.run(options, bash("echo agent > a.txt"), says("done"))))
        .containsExactly(leftAlone("nothing of what commands change is kept here"));
  }

  @Test
  void inAWorkspaceWithFarTooManyFilesModelAndPeopleAreToldThatNothingCanBeUndone() {
    var options = CommandHost.OPTIONS.keeping(new Keeping.UpTo(1, 100, 100));
    try (var drover = stage.open()) {
      for (int i = 0; i < 11; i++) {
        Files.writeString(stage.workspace().resolve("f" + i), "");
      }
      var session =
          stage.session(
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
