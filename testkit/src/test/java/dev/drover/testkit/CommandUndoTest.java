package dev.drover.testkit;

import static dev.drover.testkit.CommandStage.bash;
import static dev.drover.testkit.CommandStage.call;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunId;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import dev.drover.testkit.Fakes.FakeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What commands of [dev.drover.tools.WorkspaceTools] did to files, and what is left of it when
/// their run is undone.
@Tag("D15")
@Timeout(60)
final class CommandUndoTest {
  @TempDir private Path folder;
  private CommandStage stage;

  @BeforeEach
  void furnish() throws IOException {
    stage = CommandStage.in(folder);
  }

  @Test
  void whatCommandsMadeChangedMovedAndDeletedIsBroughtBack() throws IOException {
    var before = stage.files();
    var run =
        stage.run(
            bash("echo new > made.txt; mkdir -p x/y; echo deep > x/y/z.txt; echo more >> a.txt"),
            bash("rm b.txt; mv src lib; chmod 700 run.sh; ln -s a.txt link; rm old; mkdir old"),
            call("edit", "{\"path\":\"a.txt\",\"old\":\"more\",\"new\":\"less\"}"),
            bash("rm -r lib/deep; echo flat > lib/deep; touch old/inside; rm turn; ln -s b turn"),
            says("done"));
    assertThat(stage.files())
        .containsEntry("a.txt", "rw-r--r-- one\nless\n")
        .containsEntry("run.sh", "rwx------ #!/bin/sh\n")
        .containsEntry("lib/deep", "rw-r--r-- flat\n")
        .containsEntry("link", "-> a.txt")
        .containsEntry("old", "(folder)")
        .doesNotContainKeys("b.txt", "src");
    assertThat(stage.undo(run)).allMatch(CommandStage::isUndone);
    assertThat(stage.files()).isEqualTo(before);
  }

  @Test
  void whatThePersonChangedBeforeAndAfterStaysAndWhatBothChangedIsToldAndLeftAlone()
      throws IOException {
    Files.writeString(stage.workspace().resolve("mine.txt"), "changed before");
    var run = stage.run(bash("echo agent > a.txt; echo agent > b.txt"), says("done"));
    Files.writeString(stage.workspace().resolve("mine.txt"), "changed after");
    Files.writeString(stage.workspace().resolve("my new.txt"), "made after");
    Files.writeString(stage.workspace().resolve("b.txt"), "by hand");
    assertThat(stage.undo(run))
        .containsExactlyInAnyOrder(
            new Restored("a.txt", Fate.RESTORED, ""),
            new Restored("b.txt", Fate.LEFT_ALONE, "it was changed after the run"));
    assertThat(stage.files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- by hand")
        .containsEntry("mine.txt", "rw-r--r-- changed after")
        .containsEntry("my new.txt", "rw-r--r-- made after");
  }

  @Test
  void whatThePersonChangesBetweenTwoRunsIsNotTheSecondRunsDoing() throws IOException {
    try (var drover = stage.open()) {
      var session =
          stage.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash("echo 1 > a.txt"), says("done"), bash("echo 2 > b.txt"), says("done")));
      session.send("one").await();
      Files.writeString(stage.workspace().resolve("mine.txt"), "between");
      var second = session.send("two");
      second.await();
      assertThat(drover.undo(second.id(), "anna").files())
          .containsExactly(new Restored("b.txt", Fate.RESTORED, ""));
    }
  }

  @Test
  void ignoredFilesAreLeftAloneAlsoWhenTheCommandDeletesTheRules() throws IOException {
    var run =
        stage.run(
            bash("rm .gitignore; echo x > build/made.bin; echo y > build/kept.bin; echo n > n.txt"),
            says("done"));
    assertThat(stage.undo(run))
        .extracting(Restored::path)
        .containsExactlyInAnyOrder(".gitignore", "n.txt");
    assertThat(stage.files())
        .containsEntry("build/kept.bin", "rw-r--r-- y\n")
        .containsEntry("build/made.bin", "rw-r--r-- x\n")
        .containsEntry(".gitignore", "rw-r--r-- build/\n");
  }

  @Test
  void aCommandThatIgnoresWhatItChangesCanBeUndone() throws IOException {
    var run =
        stage.run(bash("echo '*.txt' >> .gitignore; echo agent > a.txt; rm b.txt"), says("done"));
    assertThat(stage.undo(run)).allMatch(CommandStage::isUndone).hasSize(3);
    assertThat(stage.files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- two\n");
  }

  @Test
  void aCommandThatGoesOnIsWatchedByTheCallsThatLookAfterIt() throws Exception {
    var before = stage.files();
    var told = new CountDownLatch(1);
    var command = "echo one > a.txt; while ! test -e go; do sleep 0.02; done; rm b.txt";
    var model =
        new FakeModel(
            (request, _) -> {
              var words = request.messages().getLast().toString();
              long said =
                  request.messages().stream().filter(Message.Assistant.class::isInstance).count();
              return switch ((int) said) {
                case 0 ->
                    call("bash", "{\"command\":\"%s\",\"background\":true}".formatted(command));
                case 1 -> call("bash", "{\"command\":\"touch go; echo second > second.txt\"}");
                default -> {
                  told.countDown();
                  yield words.contains("is running") || said == 2
                      ? call("process", "{\"action\":\"poll\",\"id\":\"p2\",\"wait\":1}")
                      : says("done");
                }
              };
            });
    RunId id;
    try (var drover = stage.open()) {
      var run = stage.session(drover, CommandHost.OPTIONS, model).send("go");
      assertThat(run.await().text()).isEqualTo("done");
      id = run.id();
    }
    assertThat(told.await(0, TimeUnit.SECONDS)).isTrue();
    assertThat(stage.files()).doesNotContainKey("b.txt").containsKey("second.txt");
    assertThat(stage.undo(id)).allMatch(CommandStage::isUndone);
    assertThat(stage.files()).isEqualTo(before);
  }

  @Test
  void modesThatOnlyTheOwnerMayReadStaySo() throws IOException {
    Files.setPosixFilePermissions(
        stage.workspace().resolve("a.txt"), PosixFilePermissions.fromString("rw-------"));
    var run = stage.run(bash("rm a.txt"), says("done"));
    assertThat(stage.undo(run)).containsExactly(new Restored("a.txt", Fate.RESTORED, ""));
    assertThat(stage.files()).containsEntry("a.txt", "rw------- one\n");
  }
}
