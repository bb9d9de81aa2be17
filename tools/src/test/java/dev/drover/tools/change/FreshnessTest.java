package dev.drover.tools.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.tools.TestCall;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.ReadTool;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.workspace.WorkspacePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D8")
final class FreshnessTest {
  private static final String READ_AGAIN =
      "'f.txt' changed since you read it. Nothing was written. Read it again, then change it.";
  private static final String JUDGE_AGAIN =
      "'f.txt' changed after this call was judged. Nothing was written. "
          + "Read it again, then repeat the call if it is still right.";

  @TempDir Path workspace;
  private final ReadTool read = new ReadTool();
  private final EditTool edit = new EditTool();
  private final WriteTool write = new WriteTool();
  private ToolTestSession session;
  private Path file;

  @BeforeEach
  void open() throws Exception {
    session = new ToolTestSession(workspace);
    file = Files.writeString(workspace.resolve("f.txt"), "a\nb\n");
  }

  @Test
  void aFileThatChangedSinceItWasReadIsRefusedUntilItIsReadAgain() throws Exception {
    readIt();
    Files.writeString(file, "a\nb\nc\n");
    assertThat(edit("a", "x").failureOf(edit)).isEqualTo(READ_AGAIN);
    assertThat(write("x").failureOf(write)).isEqualTo(READ_AGAIN);
    assertThat(file).hasContent("a\nb\nc\n");
    readIt();
    edit("a", "x").answerOf(edit);
    assertThat(file).hasContent("x\nb\nc\n");
  }

  @Test
  void readingAPartCountsAsReadingTheWholeFile() throws Exception {
    TestCall.in(session, Map.of("path", "f.txt", "offset", 1, "limit", 1)).answerOf(read);
    edit("b", "x").answerOf(edit);
    Files.writeString(file, "a\ny\n");
    assertThat(edit("y", "x").failureOf(edit)).isEqualTo(READ_AGAIN);
  }

  @Test
  void aSessionsOwnChangesDoNotMakeAFileStale() throws Exception {
    readIt();
    edit("a", "x").answerOf(edit);
    edit("x", "y").answerOf(edit);
    write("z\n").answerOf(write);
    edit("z", "w").answerOf(edit);
    assertThat(file).hasContent("w\n");
  }

  @Test
  void aDeletedFileMayBeWrittenAgain() throws Exception {
    readIt();
    Files.delete(file);
    write("x").answerOf(write);
    assertThat(file).hasContent("x");
  }

  @Test
  void aFileThatChangedBetweenJudgementAndCallIsRefused() throws Exception {
    var judged = edit("a", "x").judgedBy(edit);
    Files.writeString(file, "a\nother\n");
    assertThat(judged.failureOf(edit)).isEqualTo(JUDGE_AGAIN);
    var writing = write("x").judgedBy(write);
    Files.delete(file);
    assertThat(writing.failureOf(write)).isEqualTo(JUDGE_AGAIN);
    var creating = write("x").judgedBy(write);
    Files.writeString(file, "somebody else's");
    assertThat(creating.failureOf(write)).isEqualTo(JUDGE_AGAIN);
    assertThat(file).hasContent("somebody else's");
  }

  @Test
  void callsJudgedTogetherAreCarriedOutInSequence() throws Exception {
    var first = edit("a", "x").judgedBy(edit);
    var second = edit("b", "y").judgedBy(edit);
    first.answerOf(edit);
    second.answerOf(edit);
    assertThat(file).hasContent("x\ny\n");
  }

  @Test
  void aPathWhoseTargetChangedSinceTheJudgementIsRefused() throws Exception {
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("f.txt"));
    var other = Files.writeString(workspace.resolve("g.txt"), "a\nb\n");
    var judged =
        TestCall.in(session, Map.of("path", "link", "old", "a", "new", "x")).judgedBy(edit);
    Files.delete(workspace.resolve("link"));
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("g.txt"));
    assertThat(judged.failureOf(edit))
        .isEqualTo(
            "The path leads to 'g.txt' now, which is not where it led when this call was judged. "
                + "Nothing was written. Look with ls, then repeat the call.");
    assertThat(other).hasContent("a\nb\n");
  }

  @Test
  void aPathThatWasOutsideAtTheJudgementIsRefusedWhenItLeadsInside() throws Exception {
    var link = workspace.resolve("link");
    Files.createSymbolicLink(link, Path.of("../elsewhere"));
    var judged = TestCall.in(session, Map.of("path", "link", "content", "x")).judgedBy(write);
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("f.txt"));
    assertThat(judged.failureOf(write)).startsWith("The path leads to 'f.txt' now");
    assertThat(file).hasContent("a\nb\n");
  }

  @Test
  void onlyTheMostRecentlyUsedFilesAreRemembered() {
    try (var seen = new LastSeenFiles()) {
      var content = Blobs.idOf(Bytes.of("x"));
      for (int i = 0; i <= LastSeenFiles.MOST; i++) {
        seen.read(new WorkspacePath(workspace, Path.of("f" + i)), content);
      }
      assertThat(seen.last(new WorkspacePath(workspace, Path.of("f0")))).isEmpty();
      assertThat(seen.last(new WorkspacePath(workspace, Path.of("f1")))).isPresent();
      assertThat(seen.last(new WorkspacePath(workspace, Path.of("f" + LastSeenFiles.MOST))))
          .isPresent();
    }
  }

  private void readIt() throws Exception {
    TestCall.in(session, Map.of("path", "f.txt")).answerOf(read);
  }

  private TestCall edit(String old, String replacement) {
    return TestCall.in(session, Map.of("path", "f.txt", "old", old, "new", replacement));
  }

  private TestCall write(String content) {
    return TestCall.in(session, Map.of("path", "f.txt", "content", content));
  }
}
