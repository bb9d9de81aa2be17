package dev.drover.tools.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("D3")
@Tag("D14")
final class ArtifactToolTest {
  private final ArtifactTool tool = new ArtifactTool();
  private final ToolTestSession session;

  ArtifactToolTest(@TempDir Path workspace) {
    session = new ToolTestSession(workspace);
  }

  private String keep(String content) throws IOException {
    return keep(content.getBytes(StandardCharsets.UTF_8));
  }

  private String keep(byte[] content) throws IOException {
    var call = TestCall.in(session, Map.of());
    return call.artifacts().keep(new ByteArrayInputStream(content)).shortName();
  }

  private TestCall call(String name, Object... more) {
    var arguments = new HashMap<String, Object>(Map.of("name", name));
    for (int i = 0; i < more.length; i += 2) {
      arguments.put((String) more[i], more[i + 1]);
    }
    return TestCall.in(session, arguments);
  }

  private static String numbered(int lines) {
    return IntStream.rangeClosed(1, lines)
        .mapToObj(n -> "line " + n + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void linesAreNumberedAndTheEndIsMarked() throws Exception {
    var name = keep("\uFEFFone\r\n\nthree");
    assertThat(call(name).answerOf(tool))
        .isEqualTo("     1\tone\n     2\t\n     3\tthree\n[end of artifact, line 3]");
    assertThat(call(keep("")).answerOf(tool)).isEqualTo("[the artifact is empty]");
  }

  @Test
  void aPageSaysHowToContinueUntilTheEnd() throws Exception {
    var name = keep(numbered(5));
    assertThat(call(name, "offset", 2, "limit", 2).answerOf(tool))
        .isEqualTo("     2\tline 2\n     3\tline 3\n[lines 2 to 3 of 5; continue with offset 4]");
    assertThat(call(name, "offset", 4, "limit", 2).answerOf(tool))
        .isEqualTo("     4\tline 4\n     5\tline 5\n[end of artifact, line 5]");
    assertThat(call(name, "offset", 6).answerOf(tool)).isEqualTo("[end of artifact, line 5]");
    assertThat(call(name, "offset", 7).failureOf(tool))
        .isEqualTo(
            "offset 7 is past the end: the artifact has 5 lines. Use an offset from 1 to 5.");
  }

  @Test
  void oneAnswerHasAtMostTwoThousandLinesAndFiftyKibibytes() throws Exception {
    assertThat(call(keep("x\n".repeat(2_500))).answerOf(tool))
        .contains("  2000\tx\n")
        .endsWith("[lines 1 to 2000 of 2500; continue with offset 2001]")
        .doesNotContain("2001\t");
    var wide = call(keep(("ä".repeat(992) + "\n").repeat(100))).answerOf(tool);
    // A row has 6 + 1 + 2 * 992 + 1 = 1992 bytes, and 25 of them fit.
    assertThat(wide).endsWith("ä\n[lines 1 to 25 of 100; continue with offset 26]");
    assertThat(wide.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(50 * 1024);
  }

  @Test
  void aLineThatIsTooLongIsFoldedAndCanBeReadCompletely() throws Exception {
    var name =
        keep("x".repeat(1_999) + "😀" + "y".repeat(1_998) + "z\n" + "w".repeat(2_000) + "\n");
    assertThat(call(name).answerOf(tool))
        .isEqualTo(
            "     1\t"
                + "x".repeat(1_999)
                + "😀\n     2\t"
                + "y".repeat(1_998)
                + "z\n     3\t"
                + "w".repeat(2_000)
                + "\n[end of artifact, line 3]");
  }

  @Test
  void aPatternShowsOnlyMatchingLines() throws Exception {
    var name = keep(numbered(30));
    assertThat(call(name, "pattern", "[12]7$").answerOf(tool))
        .isEqualTo(
            "    17\tline 17\n    27\tline 27\n[2 matching lines from line 1 to the end, line 30]");
    assertThat(call(name, "pattern", "7", "limit", 1, "offset", 8).answerOf(tool))
        .isEqualTo(
            "    17\tline 17\n"
                + "[1 matching lines from line 8 to 17 of 30; continue with offset 18]");
    assertThat(call(name, "pattern", "7", "limit", 1, "offset", 18).answerOf(tool))
        .isEqualTo("    27\tline 27\n[1 matching lines from line 18 to the end, line 30]");
    assertThat(call(name, "pattern", "nowhere").answerOf(tool))
        .isEqualTo("[no line matches from line 1 to the end, line 30]");
    assertThat(call(name, "pattern", "a(b").failureOf(tool))
        .isEqualTo(
            "`pattern` is not a regular expression: Unclosed group near character 4."
                + " Correct it and try again.");
  }

  @Test
  void aPatternThatRecursesTooDeeplyIsRefused() throws Exception {
    var name = keep("a".repeat(2_000) + "\n");
    var call = call(name, "pattern", "^(a|a)*(a|a)*(a|a)*b$");
    var told = new AtomicReference<String>();
    // With a small stack, so that it overflows on every machine.
    var thread =
        Thread.ofPlatform()
            .stackSize(192 * 1024)
            .start(
                () -> {
                  try {
                    told.set(call.failureOf(tool));
                  } catch (Exception | AssertionError other) {
                    told.set(other.toString());
                  }
                });
    thread.join();
    assertThat(told.get())
        .isEqualTo(
            "`pattern` is too deep to be searched for in line 1. Use one without a choice inside a"
                + " repetition, such as [ab]* for (a|b)*.");
  }

  @Test
  void anUnknownNameIsReportedAsUnknownOrDropped() throws Exception {
    keep("one");
    assertThat(call("0123456789ab").failureOf(tool))
        .startsWith("There is no artifact '0123456789ab' in this session.")
        .contains("was dropped", "7 days", "make the output again");
  }

  @Test
  void aBinaryArtifactIsRefused() throws Exception {
    var name = keep(new byte[] {'P', 'N', 'G', 0, 1});
    assertThat(call(name).failureOf(tool))
        .isEqualTo(
            "artifact %s is binary (5 bytes), so it is not shown. Make an output that is text."
                .formatted(name));
  }

  @Test
  @Timeout(20)
  void aSearchThatWouldNeverEndIsStopped() throws Exception {
    var name = keep("a".repeat(1_500) + "\n");
    var thrown = new AtomicReference<Throwable>();
    var searcher =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    thrown.set(
                        new AssertionError(call(name, "pattern", "^(.*a){12}b$").answerOf(tool)));
                  } catch (Exception stopped) {
                    thrown.set(stopped);
                  }
                });
    while (!isMatching(searcher)) {
      Thread.onSpinWait();
    }
    searcher.interrupt();
    assertThat(searcher.join(Duration.ofSeconds(10))).isTrue();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  private static boolean isMatching(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith("java.util.regex.Matcher"));
  }
}
