package dev.drover.tools.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.tools.TestCall;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.WriteTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recovery after a process dies while it changes a file.
@Tag("A14")
@Tag("D5")
final class FileChangeRecoveryTest {
  private static final ProbeResult DID_NOT = new ProbeResult.DidNotHappen();
  private static final ProbeResult HAPPENED =
      new ProbeResult.Happened(
          new ToolOutcome.Succeeded(
              Text.of(
                  "Done: 'f.txt'. An earlier attempt at this call was interrupted before it could "
                      + "say so.")));

  @TempDir Path workspace;
  private final EditTool edit = new EditTool();
  private final WriteTool write = new WriteTool();
  private ToolTestSession session;
  private Path file;

  @BeforeEach
  void open() {
    session = new ToolTestSession(workspace);
    file = workspace.resolve("f.txt");
  }

  @Test
  void aCallWithoutAnnouncementChangedNothing() throws Exception {
    Files.writeString(file, "b");
    assertThat(edit.probe(edit("a", "b"))).isEqualTo(DID_NOT);
  }

  @Test
  void theFileShowsWhetherAnAnnouncedChangeWasMade() throws Exception {
    Files.writeString(file, "return a - b;");
    var call = edit("a - b", "a + b").dyingAfterAnnouncing();
    assertThatThrownBy(() -> edit.call(call)).isInstanceOf(TestCall.Died.class);
    assertThat(file).hasContent("return a - b;");
    assertThat(edit.probe(call.again())).isEqualTo(DID_NOT);

    call.again().answerOf(edit);
    assertThat(file).hasContent("return a + b;");
    assertThat(edit.probe(call.again())).isEqualTo(HAPPENED);
  }

  @Test
  void anEditWhoseReplacementContainsTheOldTextIsNotMadeTwice() throws Exception {
    Files.writeString(file, "head");
    var call = edit("head", "head head");
    call.answerOf(edit);
    assertThat(edit.probe(call.again())).isEqualTo(HAPPENED);
    assertThat(call.again().answerOf(edit)).startsWith("Done: 'f.txt'.");
    assertThat(file).hasContent("head head");
  }

  @Test
  void aFileChangedByAnotherProcessMakesRecoveryUnclear() throws Exception {
    Files.writeString(file, "a");
    var call = edit("a", "b").dyingAfterAnnouncing();
    assertThatThrownBy(() -> edit.call(call)).isInstanceOf(TestCall.Died.class);
    Files.writeString(file, "a c");
    var words =
        "This call was interrupted, and 'f.txt' is neither as it was nor as it was to be. "
            + "Read it before you go on.";
    assertThat(edit.probe(call.again())).isEqualTo(new ProbeResult.CannotTell(words));
    assertThat(call.again().failureOf(edit)).isEqualTo(words);
    assertThat(file).hasContent("a c");
  }

  @Test
  void appendingAgainAfterACrashAddsNothing() throws Exception {
    Files.writeString(file, "1\n");
    var call = call(Map.of("path", "f.txt", "content", "2\n", "append", true));
    call.answerOf(write);
    assertThat(call.again().answerOf(write)).startsWith("Done: 'f.txt'.");
    assertThat(file).hasContent("1\n2\n");
  }

  @Test
  void writingAgainAfterACrashIsIdempotent() throws Exception {
    var call = call(Map.of("path", "a/b/f.txt", "content", "x")).dyingAfterAnnouncing();
    assertThatThrownBy(() -> write.call(call)).isInstanceOf(TestCall.Died.class);
    // The state left by an attempt that died while it created folders and files.
    Files.createDirectory(workspace.resolve("a"));
    Files.createDirectory(workspace.resolve(".drover-s-1.e1.dir"));
    call.again().answerOf(write);
    call.again().answerOf(write);
    assertThat(workspace.resolve("a/b/f.txt")).hasContent("x");
    assertThat(workspace.toFile().list()).containsExactly("a");
  }

  @Test
  void allChangesAreAnnouncedAndOldContentsAreKept() throws Exception {
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-x---"));
    call(Map.of("path", "f.txt", "content", "new")).answerOf(write);
    call(Map.of("path", "a/b/g.txt", "content", "g")).answerOf(write);

    var old = Blobs.idOf(Bytes.of("old"));
    assertThat(session.announced())
        .containsExactlyInAnyOrder(
            new FileChange(
                "f.txt",
                new FileState.File(old, "rw-r-x---", Copy.KEPT),
                new FileState.File(Blobs.idOf(Bytes.of("new")), "rw-r-x---", Copy.NOT_KEPT)),
            new FileChange("a", FileChange.ABSENT, new FileState.Folder()),
            new FileChange("a/b", FileChange.ABSENT, new FileState.Folder()),
            new FileChange(
                "a/b/g.txt",
                FileChange.ABSENT,
                new FileState.File(Blobs.idOf(Bytes.of("g")), "", Copy.NOT_KEPT)));
    assertThat(session.kept(old)).asString().isEqualTo("old");
  }

  @Test
  void aLargeFileIsAnnouncedButNotKept() throws Exception {
    var large = new byte[FileSnapshot.MAX_HELD + 1];
    Files.write(file, large);
    call(Map.of("path", "f.txt", "content", "new")).answerOf(write);
    assertThat(session.announced())
        .extracting(change -> ((FileState.File) change.before()).copy())
        .isEqualTo(List.of(Copy.NOT_KEPT));
    assertThat(session.announced().getFirst().before())
        .isEqualTo(
            new FileState.File(
                Blobs.idOf(Bytes.of(large)),
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                Copy.NOT_KEPT));
  }

  @Test
  void aFileThatAlreadyHasItsNewContentIsNotWritten() throws Exception {
    Files.writeString(file, "same");
    var before = Files.getLastModifiedTime(file);
    call(Map.of("path", "f.txt", "content", "same")).answerOf(write);
    assertThat(session.announced()).isEmpty();
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(before);
  }

  private TestCall edit(String old, String replacement) {
    return call(Map.of("path", "f.txt", "old", old, "new", replacement));
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(session, arguments);
  }
}
