package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
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
  void aNewFileIsCreatedWithItsParentFolders() throws Exception {
    assertThat(call("a/b/c.txt", "one\ntwo\n").answerOf(write))
        .isEqualTo("Created 'a/b/c.txt' (2 lines, 8 bytes).");
    assertThat(workspace.resolve("a/b/c.txt")).hasContent("one\ntwo\n");
  }

  @Test
  @Tag("D5")
  void anExistingFileIsReplacedAndKeepsItsMode() throws Exception {
    var file = workspace.resolve("run.sh");
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwx--x"));

    assertThat(call("run.sh", "new").answerOf(write))
        .isEqualTo("Replaced 'run.sh' (1 line, 3 bytes).");

    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxrwx--x");
  }

  @Test
  @Tag("D5")
  void aReaderWithTheOldFileOpenKeepsTheOldContent() throws Exception {
    var file = workspace.resolve("a.txt");
    Files.writeString(file, "old");
    try (var open = Files.newInputStream(file)) {
      call("a.txt", "new").answerOf(write);
      assertThat(new String(open.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("old");
    }
  }

  @Test
  void noTemporaryFileIsLeftBehind() throws Exception {
    // The state left by an attempt that died before its file was moved.
    var temporary = ".drover-s-1.e1.18b7cb099a9ea3f5.tmp";
    Files.writeString(workspace.resolve(temporary), "half");
    call("a.txt", "x").answerOf(write);
    assertThat(names()).containsExactly("a.txt");
  }

  @Test
  void writingTwiceIsIdempotent() throws Exception {
    call("a.txt", "x").answerOf(write);
    call("a.txt", "x").answerOf(write);
    assertThat(workspace.resolve("a.txt")).hasContent("x");
  }

  @Test
  void aFolderAndAReadOnlyFileAreNotOverwritten() throws Exception {
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
  @Tag("J5")
  void thePreviewOfAChangeShowsEveryChangedLine() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "old\n".repeat(300));
    assertThat(write.preview(call("a.txt", ("n".repeat(400) + "\n").repeat(300))))
        .isEqualTo(
            "a.txt (300 lines, 120300 bytes)\n@@ line 1 @@\n"
                + "-old\n".repeat(300)
                + ("+" + "n".repeat(400) + "\n").repeat(299)
                + "+"
                + "n".repeat(400));
  }

  @Test
  @Tag("J5")
  void aChangeOfLineEndsIsShown() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "a\nb\n");
    assertThat(write.preview(call("a.txt", "a\r\nb\r\n")))
        .isEqualTo("a.txt (2 lines, 6 bytes)\n[lines that end with CR LF: 0 before, 2 after]");
    assertThat(write.preview(call("a.txt", "a\r\nc\r\n")))
        .endsWith("-b\n+c\n[lines that end with CR LF: 0 before, 2 after]");
    assertThat(write.preview(call("a.txt", "a\nb\n"))).endsWith("\n[no difference]");
  }

  @Test
  void aFileInPlaceOfAParentFolderIsNamed() throws Exception {
    Files.writeString(workspace.resolve("a"), "");
    assertThat(call("a/b.txt", "x").failureOf(write))
        .isEqualTo("a is not a directory. Look at the path with ls and try again.");
  }

  @Test
  @Tag("J5")
  void thePreviewOfANewFileIsItsContentAndSize() {
    assertThat(write.preview(call("a.txt", "one\ntwo\n")))
        .isEqualTo("a.txt (2 lines, 8 bytes)\none\ntwo");
    assertThat(write.preview(call("a.txt", "x\n".repeat(50))))
        .isEqualTo("a.txt (50 lines, 100 bytes)\n" + "x\n".repeat(49) + "x");
    assertThat(write.preview(call("a.txt", "y".repeat(5_000_000) + "TAIL")))
        .isEqualTo("a.txt (1 line, 5000004 bytes)\n" + "y".repeat(5_000_000) + "TAIL");
    assertThat(write.preview(TestCall.raw(workspace, "{}")))
        .isEqualTo("This write would fail now: `path` must be given, as a string.\n{}");
    assertThat(write.subjects(call("a.txt", "x"))).containsExactly(new CallSubject.File("a.txt"));
  }

  @Test
  void thePreviewOfAnOverwriteIsTheDiff() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "1\r\n2\r\n3\r\n4\r\n5\r\n");
    assertThat(write.preview(call("a.txt", "0\n1\n2\n3\nfour\n5\n")))
        .isEqualTo(
            "a.txt (6 lines, 15 bytes)\n@@ line 1 @@\n+0\n 1\n 2\n 3\n-4\n+four\n 5\n"
                + "[lines that end with CR LF: 5 before, 0 after]");
  }

  @Test
  void contentIsAppendedToAnExistingOrMissingFile() throws Exception {
    assertThat(append("a.txt", "one\n", -1).answerOf(write))
        .isEqualTo("Appended to 'a.txt' (1 line, 4 bytes); it has 4 bytes now.");
    append("a.txt", "two\n", -1).answerOf(write);
    assertThat(workspace.resolve("a.txt")).hasContent("one\ntwo\n");
  }

  @Test
  void appendingTwiceWithTheExpectedLengthIsIdempotent() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "one\n");
    append("a.txt", "zwö\n", 4).answerOf(write);
    assertThat(append("a.txt", "zwö\n", 4).answerOf(write))
        .isEqualTo("Already there: 'a.txt' has 9 bytes and ends with this content.");
    assertThat(append("a.txt", "three\n", 4).failureOf(write))
        .isEqualTo(
            "'a.txt' has 9 bytes, not 4. Nothing was written. "
                + "Read its end, then append what is missing.");
    assertThat(workspace.resolve("a.txt")).hasContent("one\nzwö\n");
    assertThat(
            TestCall.in(workspace, Map.of("path", "a.txt", "content", "x", "expectedLength", 9))
                .failureOf(write))
        .isEqualTo("`expectedLength` is for append. Set append, or leave it away.");
  }

  private TestCall append(String path, String content, int expected) {
    var arguments = new HashMap<String, Object>();
    arguments.put("path", path);
    arguments.put("content", content);
    arguments.put("append", true);
    if (expected >= 0) {
      arguments.put("expectedLength", expected);
    }
    return TestCall.in(workspace, arguments);
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
