package dev.drover.tools.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.TrialSession;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
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

/// A process that dies while a file is changed, and what the next one finds out.
@Tag("A14")
@Tag("D5")
final class RecoveryTest {
  private static final Finding DID_NOT = new Finding.DidNotHappen();
  private static final Finding HAPPENED =
      new Finding.Happened(
          new ToolOutcome.Succeeded(
              Text.of(
                  "Done: 'f.txt'. An earlier attempt at this call was interrupted before it could "
                      + "say so.")));

  @TempDir Path workspace;
  private final EditTool edit = new EditTool();
  private final WriteTool write = new WriteTool();
  private TrialSession session;
  private Path file;

  @BeforeEach
  void open() {
    session = new TrialSession(workspace);
    file = workspace.resolve("f.txt");
  }

  @Test
  void aCallThatAnnouncedNothingDidNotHappen() throws Exception {
    Files.writeString(file, "b");
    assertThat(edit.probe(edit("a", "b"))).isEqualTo(DID_NOT);
  }

  @Test
  void theFileTellsWhetherWhatWasAnnouncedHappened() throws Exception {
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
  void anEditToATextThatContainsTheOldOneIsNotMadeTwice() throws Exception {
    Files.writeString(file, "head");
    var call = edit("head", "head head");
    call.answerOf(edit);
    assertThat(edit.probe(call.again())).isEqualTo(HAPPENED);
    assertThat(call.again().answerOf(edit)).startsWith("Done: 'f.txt'.");
    assertThat(file).hasContent("head head");
  }

  @Test
  void aFileThatSomebodyElseChangedSinceTellsNothing() throws Exception {
    Files.writeString(file, "a");
    var call = edit("a", "b").dyingAfterAnnouncing();
    assertThatThrownBy(() -> edit.call(call)).isInstanceOf(TestCall.Died.class);
    Files.writeString(file, "a c");
    var words =
        "This call was interrupted, and 'f.txt' is neither as it was nor as it was to be. "
            + "Read it before you go on.";
    assertThat(edit.probe(call.again())).isEqualTo(new Finding.CannotTell(words));
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
  void writingAgainAfterACrashIsTheSameAsOnce() throws Exception {
    var call = call(Map.of("path", "a/b/f.txt", "content", "x")).dyingAfterAnnouncing();
    assertThatThrownBy(() -> write.call(call)).isInstanceOf(TestCall.Died.class);
    // As an attempt leaves it that died while it made folders and files.
    Files.createDirectory(workspace.resolve("a"));
    Files.createDirectory(workspace.resolve(".drover-s-1.e1.dir"));
    call.again().answerOf(write);
    call.again().answerOf(write);
    assertThat(workspace.resolve("a/b/f.txt")).hasContent("x");
    assertThat(workspace.toFile().list()).containsExactly("a");
  }

  @Test
  void everythingThatWillChangeIsAnnouncedAndWhatWasThereIsKept() throws Exception {
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-x---"));
    call(Map.of("path", "f.txt", "content", "new")).answerOf(write);
    call(Map.of("path", "a/b/g.txt", "content", "g")).answerOf(write);

    var old = Blobs.nameOf(Bytes.of("old"));
    assertThat(session.announced())
        .containsExactlyInAnyOrder(
            new FileChange(
                "f.txt",
                new Side.File(old, "rw-r-x---", Copy.KEPT),
                new Side.File(Blobs.nameOf(Bytes.of("new")), "rw-r-x---", Copy.NOT_KEPT)),
            new FileChange("a", FileChange.ABSENT, new Side.Folder()),
            new FileChange("a/b", FileChange.ABSENT, new Side.Folder()),
            new FileChange(
                "a/b/g.txt",
                FileChange.ABSENT,
                new Side.File(Blobs.nameOf(Bytes.of("g")), "", Copy.NOT_KEPT)));
    assertThat(session.kept(old)).asString().isEqualTo("old");
  }

  @Test
  void aLargeFileIsAnnouncedAndNotKept() throws Exception {
    var large = new byte[Snapshot.MAX_HELD + 1];
    Files.write(file, large);
    call(Map.of("path", "f.txt", "content", "new")).answerOf(write);
    assertThat(session.announced())
        .extracting(change -> ((Side.File) change.before()).copy())
        .isEqualTo(List.of(Copy.NOT_KEPT));
    assertThat(session.announced().getFirst().before())
        .isEqualTo(
            new Side.File(
                Blobs.nameOf(Bytes.of(large)),
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                Copy.NOT_KEPT));
  }

  @Test
  void aFileThatIsAsItIsToBeIsNotWritten() throws Exception {
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
