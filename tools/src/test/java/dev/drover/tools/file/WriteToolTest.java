package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D7")
final class WriteToolTest {
  @TempDir Path workspace;
  private final WriteTool write = new WriteTool();

  @Test
  void aNewFileComesWithTheFoldersAboveIt() throws Exception {
    assertThat(call("a/b/c.txt", "one\ntwo\n").answerOf(write))
        .isEqualTo("Created 'a/b/c.txt' (2 lines, 8 bytes).");
    assertThat(workspace.resolve("a/b/c.txt")).hasContent("one\ntwo\n");
  }

  @Test
  @Tag("D5")
  void anOldFileIsReplacedAndKeepsItsMode() throws Exception {
    var file = workspace.resolve("run.sh");
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwx--x"));

    assertThat(call("run.sh", "new").answerOf(write))
        .isEqualTo("Replaced 'run.sh' (1 lines, 3 bytes).");

    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxrwx--x");
  }

  @Test
  @Tag("D5")
  void whoeverHasTheOldFileOpenKeepsTheOldContent() throws Exception {
    var file = workspace.resolve("a.txt");
    Files.writeString(file, "old");
    try (var open = Files.newInputStream(file)) {
      call("a.txt", "new").answerOf(write);
      assertThat(new String(open.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("old");
    }
  }

  @Test
  void nothingElseIsLeftBehind() throws Exception {
    // As an attempt leaves it that died before its file was moved.
    Files.writeString(workspace.resolve(".drover-s-1.e1.0.tmp"), "half");
    call("a.txt", "x").answerOf(write);
    assertThat(names()).containsExactly("a.txt");
  }

  @Test
  void writingTwiceIsTheSameAsOnce() throws Exception {
    call("a.txt", "x").answerOf(write);
    call("a.txt", "x").answerOf(write);
    assertThat(workspace.resolve("a.txt")).hasContent("x");
  }

  @Test
  void aFolderAndAReadOnlyFileAreLeftAlone() throws Exception {
    Files.createDirectory(workspace.resolve("d"));
    assertThat(call("d", "x").failureOf(write))
        .isEqualTo("'d' is a directory. Use ls to see what is in it.");
    var file = workspace.resolve("a.txt");
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertThat(call("a.txt", "x").failureOf(write))
        .isEqualTo("'a.txt' is read-only. If it may be changed, ask the user to make it writable.");
    assertThat(file).hasContent("old");
  }

  @Test
  void aFileWhereAFolderIsNeededIsNamed() throws Exception {
    Files.writeString(workspace.resolve("a"), "");
    assertThat(call("a/b.txt", "x").failureOf(write))
        .isEqualTo("a is not a directory. Look at the path with ls and try again.");
  }

  @Test
  void thePreviewIsTheHeadOfTheContentAndItsSize() {
    assertThat(write.preview(call("a.txt", "one\ntwo\n")))
        .isEqualTo("a.txt (2 lines, 8 bytes)\none\ntwo");
    assertThat(write.preview(call("a.txt", "x\n".repeat(50))))
        .isEqualTo("a.txt (50 lines, 100 bytes)\n" + "x\n".repeat(40) + "… 10 more lines");
    assertThat(write.preview(TestCall.raw(workspace, "{}"))).isEqualTo("{}");
    assertThat(write.subjects(call("a.txt", "x"))).isEmpty();
  }

  private TestCall call(String path, String content) {
    return TestCall.in(workspace, Map.of("path", path, "content", content));
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(workspace)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
