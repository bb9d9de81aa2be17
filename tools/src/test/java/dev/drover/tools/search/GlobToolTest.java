package dev.drover.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("D10")
final class GlobToolTest {
  @TempDir Path workspace;
  private final GlobTool glob = new GlobTool();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          *.java             ; src/A.java src/b/B.java src-old/C.java
          src/*.java         ; src/A.java
          src/**/*.java      ; src/A.java src/b/B.java
          **/b/*             ; src/b/B.java src/b/b.txt
          /*.txt             ; a.txt
          ./*.txt            ; a.txt
          *.{txt,md}         ; .hidden.md a.txt src/b/b.txt
          {src/b,src-old}/*  ; src/b/B.java src/b/b.txt src-old/C.java
          {src/{A,X},a}.*    ; a.txt src/A.java
          [a-c].txt          ; a.txt src/b/b.txt
          ?.java             ; src/A.java src/b/B.java src-old/C.java
          .h*                ; .hidden.md
          """)
  void aPatternFindsFilesSortedByPath(String pattern, String found) throws Exception {
    files("src/A.java", "src/b/B.java", "src/b/b.txt", "src-old/C.java", "a.txt", ".hidden.md");
    assertThat(rows(Map.of("pattern", pattern))).containsExactly(found.split(" "));
  }

  @Test
  void namesAreComparedByCodePoint() throws Exception {
    files("Z", "a", "é", "\uFFFD", "😀", "a.b", "a-b/x", "ab/x");
    assertThat(rows(Map.of("pattern", "**")))
        .containsExactly("Z", "a", "a-b/x", "a.b", "ab/x", "é", "\uFFFD", "😀");
  }

  @Test
  void ignoredFilesLinksAndTheStoreAreLeftOut() throws Exception {
    files("a", "out/b", "keep/c.log", "d.log", ".drover/e", "sub/.drover/f", ".git/config");
    Files.writeString(workspace.resolve(".gitignore"), "out/\n*.log\n");
    Files.writeString(workspace.resolve("keep/.gitignore"), "!c.log\n");
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("a"));
    Files.createSymbolicLink(workspace.resolve("folder"), Path.of("keep"));
    assertThat(rows(Map.of("pattern", "**")))
        .containsExactly(".gitignore", "a", "keep/.gitignore", "keep/c.log");
    // A call that names an ignored folder searches it.
    assertThat(rows(Map.of("pattern", "*", "path", "out"))).containsExactly("out/b");
    assertThat(rows(Map.of("pattern", "*", "path", "folder")))
        .containsExactly("keep/.gitignore", "keep/c.log");
  }

  @Test
  void aNestedRepositoryHasItsOwnRules() throws Exception {
    files("a.log", "sub/b.log", "sub/c.tmp", "sub/.git/info/exclude");
    Files.writeString(workspace.resolve(".gitignore"), "*.log\n");
    Files.writeString(workspace.resolve("sub/.git/info/exclude"), "*.tmp\n");
    assertThat(rows(Map.of("pattern", "*"))).containsExactly(".gitignore", "sub/b.log");
  }

  @Test
  void aPatternIsRelativeToThePath() throws Exception {
    files("src/a/x.txt", "src/a/b/y.txt", "a/z.txt");
    assertThat(rows(Map.of("pattern", "a/*", "path", "src"))).containsExactly("src/a/x.txt");
  }

  @Test
  void resultsArePaged() throws Exception {
    for (int i = 0; i < 230; i++) {
      files("d%d/f%03d".formatted(i % 3, i));
    }
    assertThat(call(Map.of("pattern", "f*")).answerOf(glob))
        .startsWith("d0/f000\nd0/f003\n")
        .endsWith("\nd1/f067\n[rows 1-100 of 230 (files); continue with offset=101]");
    assertThat(call(Map.of("pattern", "f*", "offset", 101, "limit", 2)).answerOf(glob))
        .isEqualTo("d1/f070\nd1/f073\n[rows 101-102 of 230 (files); continue with offset=103]");
    assertThat(call(Map.of("pattern", "f*", "offset", 201)).answerOf(glob))
        .endsWith("d2/f227\n[rows 201-230 of 230 (files); there are no more]");
    assertThat(call(Map.of("pattern", "f*", "offset", 231)).failureOf(glob))
        .isEqualTo("offset 231 is past the end: there are 230 rows. Use an offset from 1 to 230.");
  }

  @Test
  void emptyResultsAndInvalidGlobsSuggestWhatToDo() throws Exception {
    files("a");
    assertThat(call(Map.of("pattern", "*.x")).answerOf(glob))
        .isEqualTo(
            "[no file below . matches '*.x'; try a wider pattern such as **/*name*, or look with "
                + "ls; ignored files are shown by ls with all]");
    assertThat(call(Map.of("pattern", "[a")).failureOf(glob))
        .isEqualTo(
            "'[a' is not a glob: it has a '[' without ']', or a '\\' at the end. "
                + "To mean the character itself, put a '\\' before it.");
    assertThat(call(Map.of("pattern", "{a,b")).failureOf(glob))
        .startsWith("'{a,b' is not a glob: it has a '{' without '}'.");
    assertThat(call(Map.of("pattern", "{a,b}".repeat(11))).failureOf(glob))
        .endsWith("stands for more than 1000 patterns. Use fewer braces.");
    assertThat(call(Map.of("pattern", "*", "path", "a")).failureOf(glob))
        .isEqualTo("'a' is a file. Use read to see it.");
  }

  @Test
  void veryDeepFoldersAreCounted() throws Exception {
    var deep = "d/".repeat(201) + "x";
    files(deep, "d/y");
    assertThat(call(Map.of("pattern", "*")).answerOf(glob))
        .isEqualTo(
            """
            d/y
            [rows 1-1 of 1 (files); there are no more]
            [directories not looked into, because they are more than 200 levels deep: 1; \
            give a path nearer to them]\
            """);
    assertThat(rows(Map.of("pattern", "x", "path", "d/".repeat(100)))).containsExactly(deep);
  }

  private List<String> rows(Map<String, Object> arguments) throws Exception {
    var lines = Arrays.asList(call(arguments).answerOf(glob).split("\n"));
    assertThat(lines.getLast()).startsWith("[rows 1-");
    return lines.subList(0, lines.size() - 1);
  }

  private void files(String... paths) throws IOException {
    for (var path : paths) {
      var file = workspace.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(workspace, arguments);
  }
}
