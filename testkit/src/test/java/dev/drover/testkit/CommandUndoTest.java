package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Recovery;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.Keeping;
import dev.drover.tools.sandbox.ShellOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What commands did to files, and what is left of it when their run is undone.
@Tag("D15")
@Timeout(60)
final class CommandUndoTest {
  @TempDir private Path folder;
  private Path workspace;

  @BeforeEach
  void furnish() throws IOException {
    workspace = CommandHost.furnished(folder);
  }

  private Drover open() {
    return Drover.on(SqliteStore.open(CommandHost.store(folder))).build();
  }

  private Session session(Drover drover, ShellOptions options, FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(WorkspaceTools.all(options))
        .policy(CommandHost.POLICY)
        .workspace(workspace)
        .build()
        .open();
  }

  private static ModelReply bash(String command) {
    return call("bash", "{\"command\":\"%s\"}".formatted(command));
  }

  private static ModelReply call(String tool, String arguments) {
    return new ModelReply(
        List.of(new Block.Call(new ToolCall("c-" + tool, tool, Text.of(arguments)))),
        StopReason.CALLS,
        Usage.NONE);
  }

  private RunId run(ShellOptions options, ModelReply... replies) {
    try (var drover = open()) {
      var run = session(drover, options, FakeModel.playing(replies)).send("go");
      assertThat(run.await().text()).isEqualTo("done");
      return run.id();
    }
  }

  private RunId run(ModelReply... replies) {
    return run(CommandHost.OPTIONS, replies);
  }

  private List<Restored> undo(RunId run) {
    try (var drover = open()) {
      return drover.undo(run, "anna").files();
    }
  }

  private Map<String, String> files() throws IOException {
    return CommandHost.files(workspace);
  }

  @Test
  void whatCommandsMadeChangedMovedAndDeletedIsBroughtBack() throws IOException {
    var before = files();
    var run =
        run(
            bash("echo new > made.txt; mkdir -p x/y; echo deep > x/y/z.txt; echo more >> a.txt"),
            bash("rm b.txt; mv src lib; chmod 700 run.sh; ln -s a.txt link; rm old; mkdir old"),
            call("edit", "{\"path\":\"a.txt\",\"old\":\"more\",\"new\":\"less\"}"),
            bash("rm -r lib/deep; echo flat > lib/deep; touch old/inside; rm turn; ln -s b turn"),
            says("done"));
    assertThat(files())
        .containsEntry("a.txt", "rw-r--r-- one\nless\n")
        .containsEntry("run.sh", "rwx------ #!/bin/sh\n")
        .containsEntry("lib/deep", "rw-r--r-- flat\n")
        .containsEntry("link", "-> a.txt")
        .containsEntry("old", "(folder)")
        .doesNotContainKeys("b.txt", "src");
    assertThat(undo(run)).allMatch(CommandUndoTest::isUndone);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void whatThePersonChangedBeforeAndAfterStaysAndWhatBothChangedIsToldAndLeftAlone()
      throws IOException {
    Files.writeString(workspace.resolve("mine.txt"), "changed before");
    var run = run(bash("echo agent > a.txt; echo agent > b.txt"), says("done"));
    Files.writeString(workspace.resolve("mine.txt"), "changed after");
    Files.writeString(workspace.resolve("my new.txt"), "made after");
    Files.writeString(workspace.resolve("b.txt"), "by hand");
    assertThat(undo(run))
        .containsExactlyInAnyOrder(
            new Restored("a.txt", Fate.RESTORED, ""),
            new Restored("b.txt", Fate.LEFT_ALONE, "it was changed after the run"));
    assertThat(files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- by hand")
        .containsEntry("mine.txt", "rw-r--r-- changed after")
        .containsEntry("my new.txt", "rw-r--r-- made after");
  }

  @Test
  void whatThePersonChangesBetweenTwoRunsIsNotTheSecondRunsDoing() throws IOException {
    try (var drover = open()) {
      var session =
          session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash("echo 1 > a.txt"), says("done"), bash("echo 2 > b.txt"), says("done")));
      session.send("one").await();
      Files.writeString(workspace.resolve("mine.txt"), "between");
      var second = session.send("two");
      second.await();
      assertThat(drover.undo(second.id(), "anna").files())
          .containsExactly(new Restored("b.txt", Fate.RESTORED, ""));
    }
  }

  @Test
  void ignoredFilesAreLeftAloneAlsoWhenTheCommandDeletesTheRules() throws IOException {
    var run =
        run(
            bash("rm .gitignore; echo x > build/made.bin; echo y > build/kept.bin; echo n > n.txt"),
            says("done"));
    assertThat(undo(run))
        .extracting(Restored::path)
        .containsExactlyInAnyOrder(".gitignore", "n.txt");
    assertThat(files())
        .containsEntry("build/kept.bin", "rw-r--r-- y\n")
        .containsEntry("build/made.bin", "rw-r--r-- x\n")
        .containsEntry(".gitignore", "rw-r--r-- build/\n");
  }

  @Test
  void aCommandThatIgnoresWhatItChangesCanBeUndone() throws IOException {
    var run = run(bash("echo '*.txt' >> .gitignore; echo agent > a.txt; rm b.txt"), says("done"));
    assertThat(undo(run)).allMatch(CommandUndoTest::isUndone).hasSize(3);
    assertThat(files())
        .containsEntry("a.txt", "rw-r--r-- one\n")
        .containsEntry("b.txt", "rw-r--r-- two\n");
  }

  @Test
  @Tag("B4")
  void whatACancelledCommandDidUntilItsEndIsBroughtBack() throws Exception {
    var before = files();
    try (var drover = open()) {
      var session =
          session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(
                  bash(
                      "trap 'echo late > late.txt; exit' TERM; echo agent > a.txt; "
                          + "rm b.txt; echo ready > ready; while :; do sleep 0.05; done"),
                  says("never")));
      var run = session.send("go");
      CommandHost.await(workspace, "ready");
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      var report = drover.undo(run.id(), "anna");
      assertThat(report.files())
          .extracting(Restored::path)
          .containsExactlyInAnyOrder("a.txt", "b.txt", "ready", "late.txt");
      assertThat(report.isComplete()).isTrue();
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  @Tag("B5")
  void whatACommandDidThatWasStoppedByAClosingSessionIsBroughtBack() throws Exception {
    var before = files();
    RunId id;
    try (var drover = open()) {
      var session =
          session(
              drover,
              CommandHost.OPTIONS,
              FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never")));
      id = session.send("go").id();
      CommandHost.await(workspace, "ready");
      session.close();
    }
    assertThat(undo(id)).allMatch(CommandUndoTest::isUndone).hasSize(2);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aCommandThatGoesOnIsWatchedByTheCallsThatLookAfterIt() throws Exception {
    var before = files();
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
    try (var drover = open()) {
      var run = session(drover, CommandHost.OPTIONS, model).send("go");
      assertThat(run.await().text()).isEqualTo("done");
      id = run.id();
    }
    assertThat(told.await(0, TimeUnit.SECONDS)).isTrue();
    assertThat(files()).doesNotContainKey("b.txt").containsKey("second.txt");
    assertThat(undo(id)).allMatch(CommandUndoTest::isUndone);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void whatIsBeyondTheLimitsIsToldAndLeftAlone() throws IOException {
    Files.writeString(workspace.resolve("large.txt"), "x".repeat(101));
    var options = CommandHost.OPTIONS.keeping(new Keeping.UpTo(1_000, 100, 1 << 20));
    var run =
        run(
            options,
            bash("echo y >> large.txt; head -c 500 /dev/zero > made.bin; echo agent > a.txt"),
            says("done"));
    assertThat(undo(run))
        .containsExactlyInAnyOrder(
            new Restored("a.txt", Fate.RESTORED, ""),
            new Restored("made.bin", Fate.TAKEN_AWAY, ""),
            new Restored(
                "large.txt",
                Fate.LEFT_ALONE,
                "no copy of it was kept: it was too large, or one of too many"));
    assertThat(files()).doesNotContainKey("made.bin").containsEntry("a.txt", "rw-r--r-- one\n");
  }

  @Test
  void aHostCanHaveNothingKeptAndWhoeverWantsItBackIsTold() {
    var options = CommandHost.OPTIONS.keeping(new Keeping.Nothing());
    assertThat(undo(run(options, bash("echo agent > a.txt"), says("done"))))
        .containsExactly(leftAlone("nothing of what commands change is kept here"));
  }

  @Test
  void inAWorkspaceWithFarTooManyFilesModelAndPeopleAreToldThatNothingCanBeUndone() {
    var options = CommandHost.OPTIONS.keeping(new Keeping.UpTo(1, 100, 100));
    try (var drover = open()) {
      for (int i = 0; i < 11; i++) {
        Files.writeString(workspace.resolve("f" + i), "");
      }
      var session =
          session(drover, options, FakeModel.playing(bash("echo agent > a.txt"), says("done")));
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

  @Test
  @Tag("B4")
  void aCancelledCommandThatChangedNothingLeavesNoDoubt() throws Exception {
    try (var drover = open()) {
      var model = FakeModel.playing(bash("sleep 60"), says("never"));
      var session = session(drover, CommandHost.OPTIONS, model);
      var run = session.send("go");
      awaitLook(run);
      run.cancel();
      run.await();
      assertThat(drover.undo(run.id(), "anna").files()).isEmpty();
    }
  }

  @Test
  @Tag("A12")
  void aCommandWhoseRunWasClosedAfterACrashIsInDoubtAndSaysSo() throws Exception {
    var drover = open();
    var model = FakeModel.playing(bash("echo agent > a.txt; touch ready; sleep 60"), says("never"));
    var run = session(drover, CommandHost.OPTIONS, model).send("go");
    CommandHost.await(workspace, "ready");
    drover.disconnect();
    try (var next =
        Drover.on(SqliteStore.open(CommandHost.store(folder))).recovery(Recovery.CLOSE).build()) {
      session(next, CommandHost.OPTIONS, model);
      var report = next.archive().events(run.id());
      try (report) {
        while (report.next(Duration.ofSeconds(20)).isPresent()) {
          // Until its end.
        }
      }
      assertThat(next.undo(run.id(), "anna").files())
          .containsExactly(
              leftAlone("e2 of the run was cut off before anybody saw what it had changed"));
      assertThat(next.undo(run.id(), "anna").isComplete()).isFalse();
    }
  }

  private static void awaitLook(Run run) {
    try (var events = run.events()) {
      while (true) {
        var next = events.next(Duration.ofSeconds(20));
        assertThat(next).isPresent();
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.WorkspaceKept) {
          return;
        }
      }
    }
  }

  private static boolean isUndone(Restored file) {
    return file.fate() == Fate.RESTORED || file.fate() == Fate.TAKEN_AWAY;
  }

  private static Restored leftAlone(String why) {
    return new Restored(".", Fate.LEFT_ALONE, why);
  }

  @Test
  @Tag("A13")
  @Tag("A14")
  void aProcessIsKilledInsideACommandAndWhatTheCommandDidIsBroughtBackByAnother() throws Exception {
    var before = files();
    try (var host = CommandHost.start(folder)) {
      CommandHost.await(workspace, "ready");
      host.kill();
    }
    assertThat(files())
        .containsEntry("a.txt", "rw-r--r-- agent\n")
        .containsEntry("runs", "rw-r--r-- once\n")
        .doesNotContainKey("b.txt");
    RunId run;
    try (var host = CommandHost.start(folder)) {
      assertThat(host.answer()).isEqualTo("COMPLETED Unknown");
    }
    try (var drover = open()) {
      run = drover.archive().runs(CommandHost.SESSION).getFirst().run();
    }
    assertThat(files()).containsEntry("runs", "rw-r--r-- once\n");
    assertThat(undo(run)).allMatch(CommandUndoTest::isUndone).hasSize(5);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void modesThatOnlyTheOwnerMayReadStaySo() throws IOException {
    Files.setPosixFilePermissions(
        workspace.resolve("a.txt"), PosixFilePermissions.fromString("rw-------"));
    var run = run(bash("rm a.txt"), says("done"));
    assertThat(undo(run)).containsExactly(new Restored("a.txt", Fate.RESTORED, ""));
    assertThat(files()).containsEntry("a.txt", "rw------- one\n");
  }
}
