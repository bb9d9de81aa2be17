package dev.drover.internal.undo;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.internal.undo.CommandFixture.bash;
import static dev.drover.internal.undo.CommandFixture.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.RunId;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
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

/// File changes by commands of [dev.drover.tools.WorkspaceTools], and the state after their run is
/// undone.
@Tag("D15")
@Timeout(60)
final class CommandUndoTest {
  @TempDir private Path folder;
  private CommandFixture fixture;

  @BeforeEach
  void furnish() throws IOException {
    fixture = CommandFixture.in(folder);
  }

  @Test
  void createdChangedMovedAndDeletedFilesAreRestored() throws IOException {
    var before = fixture.files();
    var run =
        fixture.run(
            bash("echo new > made.txt; mkdir -p x/y; echo deep > x/y/z.txt; echo more >> a.txt"),
            bash("rm b.txt; mv src lib; chmod 700 run.sh; ln -s a.txt link; rm old; mkdir old"),
            call("edit", "{\"path\":\"a.txt\",\"old\":\"more\",\"new\":\"less\"}"),
            bash("rm -r lib/deep; echo flat > lib/deep; touch old/inside; rm turn; ln -s b turn"),
            says("done"));
    assertThat(fixture.files())
        .containsEntry("a.txt", "rw-r--r-- one\nless\n")
        .containsEntry("run.sh", "rwx------ #!/bin/sh\n")
        .containsEntry("lib/deep", "rw-r--r-- flat\n")
        .containsEntry("link", "-> a.txt")
        .containsEntry("old", "(folder)")
        .doesNotContainKeys("b.txt", "src");
    assertThat(fixture.undo(run)).allMatch(CommandFixture::isUndone);
    assertThat(fixture.files()).isEqualTo(before);
  }

  @Test
  void changesOfTheUserStayAndConflictsAreReportedAndLeftAlone() throws IOException {
    Files.writeString(fixture.workspace().resolve("mine.txt"), "changed before");
    var run = fixture.run(bash("echo agent > a.txt; echo agent > b.txt"), says("done"));
    Files.writeString(fixture.workspace().resolve("mine.txt"), "changed after");
    Files.writeString(fixture.workspace().resolve("my new.txt"), "made after");
    Files.writeString(fixture.workspace().resolve("b.txt"), "by hand");
    assertThat(fixture.undo(run))
        .containsExactlyInAnyOrder(
            new RestoredFile("a.txt", RestoreStatus.RESTORED, ""),
            new RestoredFile("b.txt", RestoreStatus.LEFT_ALONE, "it was changed after the run"));
    assertThat(fixture.files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- by hand")
        .containsEntry("mine.txt", "rw-r--r-- changed after")
        .containsEntry("my new.txt", "rw-r--r-- made after");
  }

  @Test
  void changesOfTheUserBetweenTwoRunsAreNotAttributedToTheSecond() throws IOException {
    try (var drover = fixture.open()) {
      var session =
          fixture.session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash("echo 1 > a.txt"), says("done"), bash("echo 2 > b.txt"), says("done")));
      session.send("one").await();
      Files.writeString(fixture.workspace().resolve("mine.txt"), "between");
      var second = session.send("two");
      second.await();
      assertThat(drover.undo(second.id(), "anna").files())
          .containsExactly(new RestoredFile("b.txt", RestoreStatus.RESTORED, ""));
    }
  }

  @Test
  void ignoredFilesAreLeftAloneEvenIfTheCommandDeletesTheIgnoreRules() throws IOException {
    var run =
        fixture.run(
            bash("rm .gitignore; echo x > build/made.bin; echo y > build/kept.bin; echo n > n.txt"),
            says("done"));
    assertThat(fixture.undo(run))
        .extracting(RestoredFile::path)
        .containsExactlyInAnyOrder(".gitignore", "n.txt");
    assertThat(fixture.files())
        .containsEntry("build/kept.bin", "rw-r--r-- y\n")
        .containsEntry("build/made.bin", "rw-r--r-- x\n")
        .containsEntry(".gitignore", "rw-r--r-- build/\n");
  }

  @Test
  void aCommandThatIgnoresWhatItChangesCanBeUndone() throws IOException {
    var run =
        fixture.run(bash("echo '*.txt' >> .gitignore; echo agent > a.txt; rm b.txt"), says("done"));
    assertThat(fixture.undo(run)).allMatch(CommandFixture::isUndone).hasSize(3);
    assertThat(fixture.files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- two\n");
  }

  @Test
  void changesOfABackgroundCommandAreRecordedByTheCallsThatPollIt() throws Exception {
    var before = fixture.files();
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
    try (var drover = fixture.open()) {
      var run = fixture.session(drover, CommandHost.OPTIONS, model).send("go");
      assertThat(run.await().text()).isEqualTo("done");
      id = run.id();
    }
    assertThat(told.await(0, TimeUnit.SECONDS)).isTrue();
    assertThat(fixture.files()).doesNotContainKey("b.txt").containsKey("second.txt");
    assertThat(fixture.undo(id)).allMatch(CommandFixture::isUndone);
    assertThat(fixture.files()).isEqualTo(before);
  }

  @Test
  void ownerOnlyFileModesAreRestored() throws IOException {
    Files.setPosixFilePermissions(
        fixture.workspace().resolve("a.txt"), PosixFilePermissions.fromString("rw-------"));
    var run = fixture.run(bash("rm a.txt"), says("done"));
    assertThat(fixture.undo(run))
        .containsExactly(new RestoredFile("a.txt", RestoreStatus.RESTORED, ""));
    assertThat(fixture.files()).containsEntry("a.txt", "rw------- one\n");
  }
}
