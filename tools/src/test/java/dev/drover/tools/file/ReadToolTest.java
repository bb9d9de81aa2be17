package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import dev.drover.tools.call.WorkspaceTool.CallContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("D6")
final class ReadToolTest {
  @TempDir Path workspace;
  private final ReadTool read = new ReadTool();

  @Test
  void linesAreNumberedAndTheEndIsMarked() throws Exception {
    write("a.txt", "one\n\nthree\n");
    assertThat(answer("a.txt"))
        .isEqualTo("     1\tone\n     2\t\n     3\tthree\n[end of file, line 3]");
  }

  @Test
  void lineEndsAndByteOrderMarkAreNotShown() throws Exception {
    write("a.txt", "\uFEFFone\r\ntwo");
    assertThat(answer("a.txt")).isEqualTo("     1\tone\n     2\ttwo\n[end of file, line 2]");
  }

  @Test
  void anEmptyFileIsReportedAsEmpty() throws Exception {
    write("a.txt", "");
    assertThat(answer("a.txt")).isEqualTo("[the file is empty]");
  }

  @Test
  void aPartSaysHowToContinue() throws Exception {
    write("a.txt", "1\n2\n3\n4\n5\n");
    assertThat(call(Map.of("path", "a.txt", "offset", 2, "limit", 2)).answerOf(read))
        .isEqualTo("     2\t2\n     3\t3\n[lines 2 to 3 of 5; continue with offset 4]");
    assertThat(call(Map.of("path", "a.txt", "offset", 4)).answerOf(read))
        .isEqualTo("     4\t4\n     5\t5\n[end of file, line 5]");
  }

  @Test
  void readingAtTheEndIsEmptyAndPastTheEndIsAnError() throws Exception {
    write("a.txt", "1\n2\n");
    assertThat(call(Map.of("path", "a.txt", "offset", 3)).answerOf(read))
        .isEqualTo("[end of file, line 2]");
    assertThat(call(Map.of("path", "a.txt", "offset", 4)).failureOf(read))
        .isEqualTo("offset 4 is past the end: the file has 2 lines. Use an offset from 1 to 2.");
  }

  @Test
  void atMostTwoThousandLinesAreShown() throws Exception {
    write("a.txt", "x\n".repeat(2_500));
    assertThat(answer("a.txt"))
        .contains("  2000\tx\n")
        .endsWith("[lines 1 to 2000 of 2500; continue with offset 2001]")
        .doesNotContain("2002");
  }

  @Test
  void atMostFiftyKibibytesOfWholeLinesAreShown() throws Exception {
    write("a.txt", ("ä".repeat(992) + "\n").repeat(100));
    var shown = answer("a.txt");
    // A row has 6 + 1 + 2 * 992 + 1 = 1992 bytes, and 25 of them fit.
    assertThat(shown.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(50 * 1024);
    assertThat(shown).endsWith("ä\n[lines 1 to 25 of 100; continue with offset 26]");
  }

  @Test
  void aLongLineIsCutBetweenCharacters() throws Exception {
    write("a.txt", "x".repeat(1_999) + "😀".repeat(50) + "\nnext\n");
    assertThat(answer("a.txt"))
        .isEqualTo(
            "     1\t"
                + "x".repeat(1_999)
                + "… [line cut, it has 2099 characters]\n     2\tnext\n[end of file, line 2]");
  }

  @Test
  void aHugeLineIsNotHeldInMemory() throws Exception {
    Files.write(workspace.resolve("a.txt"), new byte[0]);
    try (var out = Files.newBufferedWriter(workspace.resolve("a.txt"))) {
      for (int i = 0; i < 20_000; i++) {
        out.write("y".repeat(1_000));
      }
    }
    assertThat(answer("a.txt"))
        .endsWith("… [line cut, it has 20000000 characters]\n[end of file, line 1]");
  }

  @Test
  void binaryIsRefused() throws Exception {
    Files.write(workspace.resolve("a.png"), new byte[] {'P', 'N', 'G', 0, 1});
    assertThat(failure("a.png"))
        .isEqualTo(
            "'a.png' is binary (5 bytes), so it is not shown. "
                + "Use a program that knows the format.");
  }

  @Test
  void severalPartsAreShownTogether() throws Exception {
    write("a.txt", "1\n2\n3\n");
    write("b.txt", "x\n");
    assertThat(
            ranges(
                    List.of(
                        Map.of("path", "a.txt", "offset", 2, "limit", 1),
                        Map.of("path", "gone.txt"),
                        Map.of("path", "b.txt")))
                .answerOf(read))
        .isEqualTo(
            """
            == a.txt ==
                 2\t2
            [lines 2 to 2 of 3; continue with offset 3]
            == gone.txt ==
            'gone.txt' is not there. Look with ls.
            == b.txt ==
                 1\tx
            [end of file, line 1]\
            """);
  }

  @Test
  void severalPartsShareTheLimit() throws Exception {
    write("a.txt", ("x".repeat(992) + "\n").repeat(100));
    var shown = ranges(List.of(Map.of("path", "a.txt"), Map.of("path", "a.txt"))).answerOf(read);
    assertThat(shown.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(50 * 1024);
    // A row has 6 + 1 + 992 + 1 = 1000 bytes, and 50 of them fit.
    assertThat(shown)
        .contains("[lines 1 to 50 of 100; continue with offset 51]\n== a.txt ==\n")
        .endsWith("[none of 100 lines, the answer is full; read it in another call]");
  }

  @Test
  void aCallFailsIfAllPartsFailOrThereAreMoreThanThirtyTwo() throws Exception {
    assertThat(ranges(List.of(Map.of("path", "a"), Map.of("path", "b"))).failureOf(read))
        .isEqualTo(
            """
            == a ==
            'a' is not there. Look with ls.
            == b ==
            'b' is not there. Look with ls.\
            """);
    var many = Collections.nCopies(33, Map.of("path", "a"));
    assertThat(call(Map.of("ranges", many)).failureOf(read))
        .isEqualTo("`ranges` must be an array of 1 to 32 objects.");
    assertThat(call(Map.of("path", "a", "ranges", List.of(Map.of("path", "a")))).failureOf(read))
        .isEqualTo("Give `path` or `ranges`, not both.");
  }

  @Test
  void rulesSeeEveryPath() {
    assertThat(read.subjects(ranges(List.of(Map.of("path", "a"), Map.of("path", "d/../b")))))
        .containsExactly(new CallSubject.File("a"), new CallSubject.File("b"));
    assertThat(read.subjects(call(Map.of("path", "a")))).containsExactly(new CallSubject.File("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "89504E470D0A1A0A00, image/png",
    "FFD8FFE000, image/jpeg",
    "47494638396100, image/gif",
    "524946460000000057454250, image/webp",
    "255044462D312E37, application/pdf",
  })
  void imagesAndDocumentsAreReturnedUnchanged(String hex, String type) throws Exception {
    var content = HexFormat.of().parseHex(hex);
    Files.write(workspace.resolve("a.bin"), content);
    var session = new ToolTestSession(workspace);
    var answer = read.answer(CallContext.of(TestCall.in(session, Map.of("path", "a.bin"))));
    assertThat(answer.text()).isEqualTo("[%s, %d bytes]".formatted(type, content.length));
    var media = answer.media().getFirst();
    assertThat(media.type()).isEqualTo(type);
    assertThat(media.bytes()).isEqualTo(content.length);
    assertThat(session.kept(media.content())).isEqualTo(content);
  }

  @Test
  void anImageThatIsTooLargeIsRefused() throws Exception {
    var content = new byte[10 * 1024 * 1024 + 1];
    System.arraycopy(HexFormat.of().parseHex("FFD8FF"), 0, content, 0, 3);
    Files.write(workspace.resolve("a.jpg"), content);
    assertThat(failure("a.jpg"))
        .isEqualTo(
            "'a.jpg' (image/jpeg) has 10485761 bytes, more than 10 MiB. "
                + "Make it smaller with a program.");
  }

  @Test
  void aMissingFileSuggestsCloseNames() throws Exception {
    Files.createDirectories(workspace.resolve("src/main"));
    write("src/main/Main.java", "");
    assertThat(failure("src/main/Mian.java"))
        .isEqualTo("'src/main/Mian.java' is not there. Did you mean src/main/Main.java?");
    assertThat(failure("src/mian/Main.java"))
        .isEqualTo(
            "'src/mian' is not there, so 'src/mian/Main.java' is not either. "
                + "Did you mean src/main?");
    assertThat(failure("README.md")).isEqualTo("'README.md' is not there. Look with ls.");
  }

  @Test
  void aPathThatIsNotAFileIsExplained() throws Exception {
    Files.createDirectory(workspace.resolve("d"));
    assertThat(failure("d")).isEqualTo("'d' is a directory. Use ls to see what is in it.");
    assertThat(new ProcessBuilder("mkfifo", workspace.resolve("p").toString()).start().waitFor())
        .isZero();
    assertThat(failure("p"))
        .isEqualTo("'p' is a pipe, a socket or a device, not a file. Use another file.");
  }

  @Test
  void invalidArgumentsAreExplained() throws Exception {
    assertThat(TestCall.raw(workspace, "{").failureOf(read))
        .startsWith("The arguments are not JSON: ");
    assertThat(TestCall.raw(workspace, "[]").failureOf(read))
        .isEqualTo("The arguments are not a JSON object. Give them by name.");
    assertThat(TestCall.raw(workspace, "{}").failureOf(read))
        .isEqualTo("`path` must be given, as a string.");
    assertThat(call(Map.of("path", "a", "limit", 2001)).failureOf(read))
        .isEqualTo("`limit` must be a whole number from 1 to 2000.");
    assertThat(call(Map.of("path", "a", "limit", 1.5)).failureOf(read))
        .isEqualTo("`limit` must be a whole number from 1 to 2000.");
  }

  @Test
  void aMissingWorkspaceIsAFailure() throws Exception {
    var gone = workspace.resolve("gone");
    assertThat(TestCall.in(gone, Map.of("path", "a")).failureOf(read))
        .isEqualTo(gone + " is not there any more. Look with ls and try again.");
  }

  private TestCall ranges(List<Map<String, Object>> ranges) {
    return call(Map.of("ranges", ranges));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(workspace.resolve(name), text);
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(workspace, arguments);
  }

  private String answer(String path) throws Exception {
    return call(Map.of("path", path)).answerOf(read);
  }

  private String failure(String path) throws Exception {
    return call(Map.of("path", path)).failureOf(read);
  }
}
