package dev.drover.tools.patch;

import static dev.drover.tools.patch.PatchedTree.ALL_KINDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.tools.TestCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A patch is applied completely or not at all, whatever fails between its first file and its last.
@Tag("D9")
final class PatchRecoveryTest {
  @TempDir Path workspace;
  private final PatchTool patch = new PatchTool();
  private PatchedTree tree;

  @BeforeEach
  void createTree() {
    tree = new PatchedTree(workspace);
  }

  /// Combinations of applied and unapplied files, one bit for each of the five.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 4, 8, 16, 3, 5, 9, 17, 6, 10, 12, 18, 20, 24, 7, 15, 23, 27, 30})
  @Tag("A14")
  void aPatchHalfAppliedAtACrashIsCompleted(int done) throws Exception {
    tree.plant();
    var session = new ToolTestSession(workspace);
    var call = TestCall.in(session, Map.of("patch", ALL_KINDS)).judgedBy(patch);
    var doomed = call.dyingAfterAnnouncing();
    assertThatThrownBy(() -> patch.call(doomed)).isInstanceOf(TestCall.Died.class);
    if ((done & 1) != 0) {
      tree.write("new/n.txt", "one\n\ntwo\n");
    }
    if ((done & 2) != 0) {
      tree.write("a.txt", "1\ntwo\n3\n");
    }
    if ((done & 4) != 0) {
      tree.write("moved/b.txt", "y\n");
    }
    if ((done & 8) != 0) {
      Files.delete(workspace.resolve("b.txt"));
    }
    if ((done & 16) != 0) {
      Files.delete(workspace.resolve("c.txt"));
    }
    assertThat(patch.probe(call.again())).isEqualTo(new ProbeResult.DidNotHappen());

    call.again().answerOf(patch);

    assertThat(tree.files())
        .isEqualTo(
            Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\n\ntwo\n"));
    assertThat(patch.probe(call.again())).isInstanceOf(ProbeResult.Happened.class);
  }

  @Test
  @Tag("A14")
  void aPatchThatCannotBeCompletedIsRolledBack() throws Exception {
    tree.plant();
    var call = TestCall.in(new ToolTestSession(workspace), Map.of("patch", ALL_KINDS));
    var doomed = call.dyingAfterAnnouncing();
    assertThatThrownBy(() -> patch.call(doomed)).isInstanceOf(TestCall.Died.class);
    tree.write("a.txt", "1\ntwo\n3\n");
    Files.delete(workspace.resolve("c.txt"));
    tree.write("moved", "a file where a folder is to be");

    assertThat(call.again().failureOf(patch)).startsWith("moved is not a directory.");

    assertThat(tree.files())
        .isEqualTo(
            Map.of(
                "a.txt", "1\n2\n3\n",
                "b.txt", "x\n",
                "c.txt", "gone\n",
                "moved", "a file where a folder is to be"));
    assertThat(patch.probe(call.again())).isEqualTo(new ProbeResult.DidNotHappen());
  }

  @Test
  @Tag("A14")
  void theNewContentsOfSeveralFilesAreKept() throws Exception {
    tree.plant();
    var session = new ToolTestSession(workspace);
    TestCall.in(session, Map.of("patch", ALL_KINDS)).answerOf(patch);
    assertThat(session.announced())
        .filteredOn(change -> change.after() instanceof FileState.File)
        .hasSize(3)
        .allSatisfy(
            change -> assertThat(((FileState.File) change.after()).copy()).isEqualTo(Copy.KEPT));
  }

  @Test
  void aPatchThatFailsHalfwayIsRolledBack() throws Exception {
    tree.plant();
    tree.write("moved/x", "");
    var before = tree.files();
    // A file is in place of a folder, which is detected when the new files are written.
    assertThat(
            TestCall.in(
                    workspace, Map.of("patch", ALL_KINDS.replace("moved/b.txt", "moved/x/b.txt")))
                .failureOf(patch))
        .startsWith("x is not a directory.");
    assertThat(tree.files()).isEqualTo(before);
    assertThat(workspace.resolve("new")).doesNotExist();
  }
}
