package dev.drover.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("D10")
@Timeout(60)
final class GrepToolTest {
  @TempDir Path workspace;
  private final GrepTool grep = new GrepTool();

  @Test
  void linesAreGroupedByFileAndNumbered() throws Exception {
    file("b/x.txt", "one\ntwo\nthree\n");
    file("a.txt", "two\r\ntwo and two\nfour");
    file("a-b.txt", "nothing\n");
    assertThat(answer("two|four"))
        .isEqualTo(
            """
            a.txt
            1: two
            2: two and two
            3: four

            b/x.txt
            2: two
            [rows 1-4 of 4 (matching lines in 2 files); there are no more]\
            """);
    assertThat(answer("two", "path", "b")).startsWith("b/x.txt\n2: two\n[rows 1-1 of 1");
    assertThat(answer("two", "glob", "a*.txt")).startsWith("a.txt\n1: two\n2: two and two\n[");
    assertThat(answer("two", "path", "b", "glob", "x/*")).startsWith("[no file in b is like");
    assertThat(answer("TWO", "ignoreCase", true, "mode", "files"))
        .isEqualTo("a.txt\nb/x.txt\n[rows 1-2 of 2 (files with matches); there are no more]");
    assertThat(answer("two", "mode", "count"))
        .isEqualTo("a.txt: 2\nb/x.txt: 1\n[rows 1-2 of 2 (files with matches); there are no more]");
  }

  @Test
  void contextIsShownOnceAndGapsAreMarked() throws Exception {
    file("a", "1\nx\n3\nx\n5\n6\n7\n8\nx\n");
    assertThat(answer("x", "context", 1))
        .isEqualTo(
            """
            a
            1- 1
            2: x
            3- 3
            4: x
            5- 5
            --
            8- 8
            9: x
            [rows 1-3 of 3 (matching lines in 1 file); there are no more]\
            """);
    assertThat(answer("x", "context", 2, "offset", 2, "limit", 1))
        .isEqualTo(
            """
            a
            2- x
            3- 3
            4: x
            5- 5
            6- 6
            [rows 2-2 of 3 (matching lines in 1 file); continue with offset=3]\
            """);
  }

  @Test
  void pagesSpanFilesAndStateTheTotal() throws Exception {
    for (int i = 0; i < 30; i++) {
      file("f%02d".formatted(i), "x\n".repeat(9) + "y\n");
    }
    assertThat(answer("x"))
        .endsWith(
            """
            f11
            1: x
            [rows 1-100 of 270 (matching lines in 30 files); continue with offset=101]\
            """);
    assertThat(answer("x", "offset", 101, "limit", 9))
        .isEqualTo(
            """
            f11
            2: x
            3: x
            4: x
            5: x
            6: x
            7: x
            8: x
            9: x

            f12
            1: x
            [rows 101-109 of 270 (matching lines in 30 files); continue with offset=110]\
            """);
    assertThat(answer("x", "mode", "files", "offset", 29))
        .isEqualTo("f28\nf29\n[rows 29-30 of 30 (files with matches); there are no more]");
    assertThat(failure("x", "offset", 271)).startsWith("offset 271 is past the end");
  }

  @Test
  void aPageEndsAtTheSizeLimit() throws Exception {
    file("a", ("x".repeat(1_900) + "\n").repeat(60));
    assertThat(answer("x"))
        .hasSizeLessThan(50 * 1024)
        .endsWith("[rows 1-26 of 60 (matching lines in 1 file); continue with offset=27]");
  }

  @Test
  void aLongLineIsCutAroundItsMatch() throws Exception {
    file("a", "a".repeat(5_000) + "needle" + "b".repeat(5_000) + "\n");
    assertThat(answer("needle"))
        .isEqualTo(
            "a\n1: …%sneedle%s… [line cut, it has 10006 characters]\n"
                    .formatted("a".repeat(200), "b".repeat(1_794))
                + "[rows 1-1 of 1 (matching lines in 1 file); there are no more]");
  }

  @Test
  void binaryFilesAreSkippedWhereverTheirZeroByteIs() throws Exception {
    file("early", "x\n\0");
    file("late", "x\n" + "filler\n".repeat(100_000) + "\0");
    file("middle", "y\n".repeat(200_000) + "\0\n" + "y\n".repeat(200_000) + "x\n");
    file("text", "x\n");
    assertThat(answer("x", "mode", "count")).startsWith("text: 1\n[rows 1-1 of 1");
  }

  @Test
  void nonAsciiTextAndExpressionsAreFound() throws Exception {
    file("a", "a.b(c)\naxbxcx\nGRÖSSE größe\n");
    assertThat(answer("a.b(c)", "literal", true)).startsWith("a\n1: a.b(c)\n[rows 1-1 of 1");
    assertThat(answer("GRÖ\\w+ größe")).startsWith("a\n3: ");
    assertThat(answer("^GRÖSSE GRÖßE$", "ignoreCase", true)).startsWith("a\n3: ");
  }

  @Test
  void aNamedFileIsSearchedEvenIfIgnored() throws Exception {
    file(".gitignore", "*.log\n");
    file("a.log", "x\n");
    assertThat(answer("x", "path", "a.log")).startsWith("a.log\n1: x\n[rows 1-1 of 1");
    assertThat(answer("x")).startsWith("[no line matches in the 1 files searched in .;");
  }

  @Test
  void aLinkInsideIsNotSearchedTwice() throws Exception {
    file("d/a", "x\n");
    Files.createSymbolicLink(workspace.resolve("b"), Path.of("d/a"));
    Files.createSymbolicLink(workspace.resolve("e"), Path.of("d"));
    assertThat(answer("x")).startsWith("d/a\n1: x\n[rows 1-1 of 1");
    assertThat(grep.subjects(TestCall.in(workspace, Map.of("pattern", "x", "path", "b"))))
        .containsExactly(new CallSubject.File("d/a"));
  }

  @Test
  void invalidSearchesSuggestWhatToDo() throws Exception {
    assertThat(failure("a(b"))
        .isEqualTo(
            "'a(b' is not a regular expression: Unclosed group near character 4. "
                + "Put a '\\' before characters that are meant as they are, "
                + "or set literal to search for plain text.");
    assertThat(failure("a\nb")).startsWith("The pattern has a line break in it");
    assertThat(failure("")).startsWith("The pattern is empty.");
    assertThat(failure("x", "mode", "lines"))
        .isEqualTo("mode 'lines' is none of content, files, count.");
    assertThat(answer("x")).isEqualTo("[there is no file to search in .; look with ls]");
  }

  @Test
  void anExpressionThatRecursesTooDeeplyIsRefused() throws Exception {
    file("a", "ab".repeat(500_000) + "\n");
    assertThat(failure("^(?:a|b)*c\\1?()$"))
        .startsWith("The pattern needs too many steps on a line of 1000000 characters.");
  }

  @Test
  @Tag("B4")
  void anExpressionThatNeverEndsIsStopped() throws Exception {
    file("a", "a".repeat(60) + "\n");
    var started = new CountDownLatch(1);
    var search =
        new FutureTask<>(
            () -> {
              started.countDown();
              try {
                return grep.call(TestCall.in(workspace, Map.of("pattern", "^(a+)+\\1b")));
              } catch (InterruptedException stopped) {
                return "stopped";
              }
            });
    var thread = Thread.ofVirtual().start(search);
    started.await();
    thread.interrupt();
    assertThat(search.get(20, TimeUnit.SECONDS)).isEqualTo("stopped");
    for (var each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("drover-search")) {
        each.join(20_000);
        assertThat(each.isAlive()).isFalse();
      }
    }
  }

  private String answer(String pattern, Object... more) throws Exception {
    return call(pattern, more).answerOf(grep);
  }

  private String failure(String pattern, Object... more) throws Exception {
    return call(pattern, more).failureOf(grep);
  }

  private TestCall call(String pattern, Object... more) {
    var arguments = new LinkedHashMap<String, Object>();
    arguments.put("pattern", pattern);
    for (int i = 0; i < more.length; i += 2) {
      arguments.put((String) more[i], more[i + 1]);
    }
    return TestCall.in(workspace, arguments);
  }

  private void file(String path, String text) throws IOException {
    var file = workspace.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
