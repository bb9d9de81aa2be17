package dev.drover.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D10")
final class LsToolTest {
  @TempDir Path workspace;
  private final LsTool ls = new LsTool();

  @Test
  void namesAreSortedAndHaveTypeSuffixes() throws Exception {
    Files.createDirectories(workspace.resolve("src/main"));
    Files.writeString(workspace.resolve("b.txt"), "");
    Files.writeString(workspace.resolve(".hidden"), "");
    Files.writeString(workspace.resolve("line\nbreak"), "");
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("src"));
    assertThat(call(Map.of()).answerOf(ls))
        .isEqualTo(
            """
            .hidden
            b.txt
            line\\x0abreak
            link@
            src/
            [rows 1-5 of 5 (names); there are no more]\
            """);
    assertThat(call(Map.of("path", "link")).answerOf(ls))
        .isEqualTo("main/\n[rows 1-1 of 1 (names); there are no more]");
    assertThat(call(Map.of("path", "src/main")).answerOf(ls)).isEqualTo("[the directory is empty]");
  }

  @Test
  void ignoredNamesAreCountedAndShownOnRequest() throws Exception {
    Files.createDirectories(workspace.resolve(".git"));
    Files.createDirectories(workspace.resolve("src/out"));
    Files.writeString(workspace.resolve(".gitignore"), "out/\n*.log\n");
    Files.writeString(workspace.resolve("src/a.log"), "");
    Files.writeString(workspace.resolve("src/a.txt"), "");
    assertThat(call(Map.of("path", "src")).answerOf(ls))
        .isEqualTo(
            """
            a.txt
            [rows 1-1 of 1 (names; 2 ignored ones are shown with all); there are no more]\
            """);
    assertThat(call(Map.of("path", "src", "all", true)).answerOf(ls))
        .startsWith("a.log\na.txt\nout/\n[rows 1-3 of 3");
    assertThat(call(Map.of("path", "src/out")).answerOf(ls)).isEqualTo("[the directory is empty]");
    Files.delete(workspace.resolve("src/a.txt"));
    assertThat(call(Map.of("path", "src")).answerOf(ls))
        .isEqualTo("[the directory has 2 ignored names only; set all to see them]");
  }

  @Test
  void aLongListIsPaged() throws Exception {
    for (int i = 0; i < 501; i++) {
      Files.createFile(workspace.resolve("f%03d".formatted(i)));
    }
    assertThat(call(Map.of()).answerOf(ls))
        .startsWith("f000\nf001\n")
        .endsWith("f499\n[rows 1-500 of 501 (names); continue with offset=501]");
    assertThat(call(Map.of("offset", 501)).answerOf(ls))
        .isEqualTo("f500\n[rows 501-501 of 501 (names); there are no more]");
    assertThat(call(Map.of("offset", 100, "limit", 1)).answerOf(ls))
        .isEqualTo("f099\n[rows 100-100 of 501 (names); continue with offset=101]");
    assertThat(call(Map.of("offset", 502)).failureOf(ls))
        .isEqualTo("offset 502 is past the end: there are 501 rows. Use an offset from 1 to 501.");
  }

  @Test
  void aPathThatIsNotAFolderIsExplained() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "");
    assertThat(call(Map.of("path", "a.txt")).failureOf(ls))
        .isEqualTo("'a.txt' is a file. Use read to see it.");
    assertThat(call(Map.of("path", "b.txt")).failureOf(ls))
        .isEqualTo("'b.txt' is not there. Did you mean a.txt?");
  }

  @Test
  void theStoreOfTheRuntimeIsHidden() throws Exception {
    Files.createDirectories(workspace.resolve(".drover/blobs"));
    assertThat(call(Map.of("all", true)).answerOf(ls)).isEqualTo("[the directory is empty]");
    assertThat(call(Map.of("path", ".drover/blobs")).failureOf(ls))
        .isEqualTo(
            "'.drover/blobs' belongs to the runtime that keeps this session; it is not to be read"
                + " or changed. Use another path.");
  }

  @Test
  @Tag("E2")
  void rulesSeeThePathWithLinksFollowed() throws Exception {
    Files.createDirectories(workspace.resolve("src/main"));
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("src"));
    assertThat(ls.subjects(call(Map.of()))).containsExactly(new CallSubject.File("."));
    assertThat(ls.subjects(call(Map.of("path", "link/main"))))
        .containsExactly(new CallSubject.File("src/main"));
    assertThat(ls.subjects(call(Map.of("path", "../x"))))
        .containsExactly(new CallSubject.File(workspace.toRealPath().getParent() + "/x"));
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(workspace, arguments);
  }
}
