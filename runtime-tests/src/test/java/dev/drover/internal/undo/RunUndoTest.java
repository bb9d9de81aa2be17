package dev.drover.internal.undo;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.watch.Cursor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// File changes of a run, and the state after it is undone. On SQLite, and undone by another
/// process than the one that ran it.
@Tag("D15")
@Timeout(60)
final class RunUndoTest {
  private static final String PATCH =
      "*** Begin Patch\\n*** Update File: b.txt\\n@@\\n-two\\n+zwei\\n*** Delete File: c.txt\\n"
          + "*** Add File: x/y/new.txt\\n+fresh\\n*** End Patch";

  @TempDir private Path folder;
  private Path workspace;

  @BeforeEach
  void furnish() throws IOException {
    workspace = Files.createDirectory(folder.resolve("work"));
    Files.writeString(workspace.resolve("a.txt"), "one\r\n");
    Files.writeString(workspace.resolve("b.txt"), "two\n");
    Files.writeString(workspace.resolve("c.txt"), "three");
    Files.writeString(workspace.resolve("mine.txt"), "never touched by the agent");
  }

  private Drover open() {
    return Drover.on(SqliteStore.open(folder.resolve("drover.db"))).build();
  }

  private Session session(Drover drover, ModelReply... replies) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(replies))
        .tools(WorkspaceTools.workspace())
        .policy(Policy.ALLOW_ALL)
        .workspace(workspace)
        .build()
        .open();
  }

  private static ModelReply call(String tool, String arguments) {
    return new ModelReply(
        List.of(new ContentBlock.Call(new ToolCall("c-" + tool, tool, Text.of(arguments)))),
        StopReason.CALLS,
        Usage.NONE);
  }

  private RunId changeEverything() {
    try (var drover = open()) {
      var session =
          session(
              drover,
              call("edit", "{\"path\":\"a.txt\",\"old\":\"one\",\"new\":\"eins\"}"),
              call("patch", "{\"patch\":\"" + PATCH + "\"}"),
              call("write", "{\"path\":\"x/z.txt\",\"content\":\"z\"}"),
              call("edit", "{\"path\":\"a.txt\",\"old\":\"eins\",\"new\":\"uno\"}"),
              says("done"));
      var run = session.send("change everything");
      assertThat(run.await().text()).isEqualTo("done");
      return run.id();
    }
  }

  private Map<String, String> files() throws IOException {
    var files = new TreeMap<String, String>();
    try (var all = Files.walk(workspace)) {
      for (var path : all.filter(each -> !each.equals(workspace)).toList()) {
        files.put(
            workspace.relativize(path).toString(),
            Files.isDirectory(path) ? "(folder)" : Files.readString(path));
      }
    }
    return files;
  }

  @Test
  void onlyTheFilesOfTheRunAreRestored() throws IOException {
    var before = files();
    var run = changeEverything();
    assertThat(files())
        .containsEntry("a.txt", "uno\r\n")
        .containsEntry("b.txt", "zwei\n")
        .containsEntry("x/y/new.txt", "fresh\n")
        .doesNotContainKey("c.txt");
    Files.writeString(workspace.resolve("mine.txt"), "changed by me");
    try (var drover = open()) {
      var report = drover.undo(run, "anna");
      assertThat(report.isComplete()).isTrue();
      assertThat(report.files())
          .extracting(RestoredFile::path)
          .containsExactlyInAnyOrder(
              "a.txt", "b.txt", "c.txt", "x", "x/y", "x/y/new.txt", "x/z.txt");
      var expected = new TreeMap<>(before);
      expected.put("mine.txt", "changed by me");
      assertThat(files()).isEqualTo(expected);
      assertThat(drover.undo(run, "anna").files())
          .allMatch(file -> file.status() == RestoreStatus.AS_IT_WAS);
    }
  }

  @Test
  void filesChangedSinceTheRunAreReportedAndLeftAlone() throws IOException {
    var run = changeEverything();
    Files.writeString(workspace.resolve("b.txt"), "by hand");
    Files.writeString(workspace.resolve("x/mine.txt"), "mine");
    try (var drover = open()) {
      var report = drover.undo(run, "anna");
      assertThat(report.isComplete()).isFalse();
      assertThat(report.files())
          .filteredOn(file -> file.status() == RestoreStatus.LEFT_ALONE)
          .containsExactlyInAnyOrder(
              new RestoredFile("b.txt", RestoreStatus.LEFT_ALONE, "it was changed after the run"),
              new RestoredFile("x", RestoreStatus.LEFT_ALONE, "there is something in it"));
    }
    assertThat(files())
        .containsEntry("a.txt", "one\r\n")
        .containsEntry("b.txt", "by hand")
        .containsEntry("x/mine.txt", "mine")
        .doesNotContainKey("x/y");
  }

  @Test
  void anUndoIsRecordedInTheJournal() {
    var run = changeEverything();
    try (var drover = open()) {
      drover.undo(run, "anna");
      var session = drover.queries().run(run).orElseThrow().session();
      var events = drover.queries().page(Cursor.start(session), 500).items();
      assertThat(events.getLast().event())
          .isInstanceOfSatisfying(
              Event.UndoOrdered.class,
              ordered -> {
                assertThat(ordered.run()).isEqualTo(run);
                assertThat(ordered.by()).isEqualTo("anna");
                assertThat(ordered.paths()).contains("a.txt");
              });
      assertThatThrownBy(() -> drover.undo(new RunId("r-nobody"), "anna"))
          .isInstanceOf(RunNotFound.class);
    }
  }

  @Test
  @Tag("E9")
  void aFileWithASecretInItIsNotCopiedIntoTheStore() throws IOException {
    var secret = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    Files.writeString(workspace.resolve(".env"), "A=1\nTOKEN=" + secret + "\n");
    RunId run;
    try (var drover = open()) {
      var session =
          session(
              drover,
              call("edit", "{\"path\":\".env\",\"old\":\"A=1\",\"new\":\"A=2\"}"),
              says("done"));
      var sent = session.send("go");
      sent.await();
      run = sent.id();
    }
    assertThat(Files.readString(workspace.resolve(".env"))).startsWith("A=2\n");
    try (var all = Files.walk(folder)) {
      for (var file : all.filter(each -> each.toString().contains("drover.db")).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(secret))
            .isFalse();
      }
    }
    try (var drover = open()) {
      assertThat(drover.undo(run, "anna").files())
          .singleElement()
          .extracting(RestoredFile::why)
          .isEqualTo("no copy of it was kept: it was too large, or held a secret");
    }
  }
}
