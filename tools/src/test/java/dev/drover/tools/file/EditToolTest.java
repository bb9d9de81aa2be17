package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("D8")
final class EditToolTest {
  private static final String BOM = "\uFEFF";

  @TempDir Path workspace;
  private final EditTool edit = new EditTool();

  @ParameterizedTest(name = "{0}")
  @MethodSource("edits")
  void onlyTheQuotedTextIsReplaced(
      String what, String before, Map<String, Object> change, String after) throws Exception {
    write(before);
    call(change).answerOf(edit);
    assertThat(read()).isEqualTo(after);
  }

  static Object[] edits() {
    return new Object[] {
      row("one place", "a\nb\nc\n", change("b", "B"), "a\nB\nc\n"),
      row("inside a line", "x = a - b;", change("a - b", "a + b"), "x = a + b;"),
      row("nothing comes", "a\nb\nc\n", change("b\n", ""), "a\nc\n"),
      row("literally", "a b", change("b", "$1 \\1 \\n $&"), "a $1 \\1 \\n $&"),
      row("the text is no pattern", "a.b a+b", change("a+b", "c"), "a.b c"),
      row("no final newline", "a\nb", change("b", "c"), "a\nc"),
      row("final newline", "a\nb\n", change("b", "c"), "a\nc\n"),
      row("wide ends", "a\r\nb\r\nc\r\n", change("a\nb\n", "x\ny\nz\n"), "x\r\ny\r\nz\r\nc\r\n"),
      row("wide ends asked for", "a\r\nb\r\n", change("a\r\nb", "c\r\nd"), "c\r\nd\r\n"),
      row("wide ends around a new line", "a\r\nb\r\n", change("b", "b\nc"), "a\r\nb\r\nc\r\n"),
      row("narrow ends stay narrow", "a\nb\n", change("a", "a\r\nx"), "a\nx\nb\n"),
      row("mixed ends, wide place", "a\r\nb\nc\n", change("a\nb", "x\ny"), "x\r\ny\nc\n"),
      row("mixed ends, narrow place", "a\r\nb\nc\r\n", change("b\nc", "x\ny"), "a\r\nx\ny\r\n"),
      row("lone carriage returns", "a\rb\rc", change("b", "x"), "a\rx\rc"),
      row("byte order mark", BOM + "a\r\nb", change("a", "x"), BOM + "x\r\nb"),
      row("mark alone", BOM + "a", change("a", ""), BOM),
      row("outside the first plane", "😀é😀", change("é", "😎"), "😀😎😀"),
      row("everywhere", "aXbXc", all("X", "--"), "a--b--c"),
      row("everywhere, from the left", "aaaaa", all("aa", "b"), "bba"),
      row("everywhere, wide ends", "x\r\nx\r\n", all("x\n", "y\nz\n"), "y\r\nz\r\ny\r\nz\r\n"),
    };
  }

  @Test
  void theModeIsPreserved() throws Exception {
    write("a");
    var file = workspace.resolve("f.txt");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x-w-"));
    call(change("a", "b")).answerOf(edit);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxr-x-w-");
  }

  @Test
  void theAnswerContainsAShortDiff() throws Exception {
    write("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assertThat(call(change("5", "five\nfive and a half")).answerOf(edit))
        .isEqualTo(
            """
            Edited 'f.txt' (1 place).
            @@ line 2 @@
             2
             3
             4
            -5
            +five
            +five and a half
             6
             7
             8\
            """);
  }

  @Test
  void aMissingTextChangesNothing() throws Exception {
    write("if (a) {\n    b();\n}\n");
    assertThat(call(change("c();", "d();")).failureOf(edit))
        .isEqualTo(
            "`old` is in 'f.txt' 0 times. Nothing was written. "
                + "Read the file and copy the text exactly, with its white space.");
    assertThat(call(change("if (a) {\n  c();\n}", "x")).failureOf(edit))
        .isEqualTo(
            "`old` is in 'f.txt' 0 times. Nothing was written. "
                + "Its first line, without indentation, is on line 1. "
                + "Read the file and copy the text exactly, with its white space.");
    assertThat(read()).isEqualTo("if (a) {\n    b();\n}\n");
  }

  @Test
  void anInexactlyQuotedTextIsFoundAndReported() throws Exception {
    write("if (a) {\r\n    b(“x”);\r\n}\r\n");
    assertThat(call(change("if (a) {\n  b(“x”);\n}", "if (a) {\n  c();\n}")).answerOf(edit))
        .startsWith("Edited 'f.txt' (1 place, found with indentation aside).\n@@ line 1 @@\n");
    assertThat(read()).isEqualTo("if (a) {\r\n    c();\r\n}\r\n");
  }

  @Test
  void anInexactlyQuotedTextMustBeUniqueToo() throws Exception {
    write("x  = 1;\ny\nx   = 1;\n");
    assertThat(call(change("x = 1;", "z")).failureOf(edit))
        .isEqualTo(
            "`old` is in 'f.txt' 2 times with white space within lines aside, on lines 1, 3. "
                + "Nothing was written. "
                + "Quote more lines around it so that it fits once, or set replaceAll.");
    assertThat(call(all("x = 1;", "z;")).answerOf(edit)).contains("2 places, found with white");
    assertThat(read()).isEqualTo("z;\ny\nz;\n");
  }

  @Test
  void aTextThatMatchesTooLooselyChangesNothing() throws Exception {
    var text = "a" + " ".repeat(300) + "b\n  c {\n      d\n }\n";
    write(text);
    assertThat(call(change("a b", "x")).failureOf(edit))
        .isEqualTo(
            "`old` fits 'f.txt' at line 1 only with white space within lines aside, and takes up "
                + "far more there than you quoted. Nothing was written. "
                + "Read the file and copy the text exactly.");
    assertThat(call(change("c {\nd\n}", "x")).failureOf(edit))
        .isEqualTo(
            "`old` fits 'f.txt' at line 2 but for its indentation, which differs from line to "
                + "line. Nothing was written. Read the file and copy the text exactly.");
    assertThat(read()).isEqualTo(text);
  }

  @Test
  void anAmbiguousTextChangesNothing() throws Exception {
    write("x\ny\nx\nx\n");
    assertThat(call(change("x", "z")).failureOf(edit))
        .isEqualTo(
            "`old` is in 'f.txt' 3 times, on lines 1, 3, 4. Nothing was written. "
                + "Quote more lines around it so that it fits once, or set replaceAll.");
    write("aaa");
    assertThat(call(change("aa", "b")).failureOf(edit)).startsWith("`old` is in 'f.txt' 2 times");
    write("x\n".repeat(20));
    assertThat(call(change("x", "z")).failureOf(edit))
        .contains("20 times, on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …. Nothing was written.");
    assertThat(read()).isEqualTo("x\n".repeat(20));
  }

  @Test
  void editsWithoutEffectAreRefused() throws Exception {
    write("a\n");
    assertThat(call(change("", "b")).failureOf(edit))
        .isEqualTo("`old` is empty. Give the text to replace, or use write for a new file.");
    assertThat(call(change("a", "a")).failureOf(edit))
        .isEqualTo("`old` and `new` are the same, so nothing would change.");
  }

  @Test
  void binaryAndReadOnlyFilesStayUnchanged() throws Exception {
    var file = workspace.resolve("f.txt");
    var latin = new byte[] {'a', (byte) 0xE4, 'b'};
    Files.write(file, latin);
    assertThat(call(change("a", "x")).failureOf(edit))
        .isEqualTo(
            "'f.txt' is not UTF-8 text, so it cannot be edited without damage. "
                + "Use a program that knows its encoding.");
    assertThat(file).hasBinaryContent(latin);
    write("a");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(call(change("a", "x")).failureOf(edit)).startsWith("'f.txt' is read-only.");
  }

  @Test
  void aMissingFileIsNotCreated() throws Exception {
    assertThat(call(change("a", "b")).failureOf(edit))
        .isEqualTo("'f.txt' is not there. Look with ls.");
    assertThat(workspace).isEmptyDirectory();
  }

  @Test
  void thePreviewIsTheDiffAndChangesNothing() throws Exception {
    write("a\nb\n");
    assertThat(edit.preview(call(change("b", "c"))))
        .isEqualTo("f.txt (1 place)\n@@ line 1 @@\n a\n-b\n+c");
    assertThat(edit.preview(call(change("x", "c"))))
        .startsWith("This edit would fail now: `old` is in 'f.txt' 0 times.");
    assertThat(edit.subjects(call(change("b", "c"))))
        .containsExactly(new CallSubject.File("f.txt"));
    assertThat(read()).isEqualTo("a\nb\n");
  }

  @Test
  @Tag("J5")
  void thePreviewShowsEveryChangedLineAndItsLineEnd() throws Exception {
    write("x\n".repeat(300));
    var tail = "y".repeat(1_000) + "TAIL";
    assertThat(
            edit.preview(
                call(
                    Map.of("path", "f.txt", "old", "x\n", "new", tail + "\n", "replaceAll", true))))
        .isEqualTo(
            "f.txt (300 places)\n@@ line 1 @@\n"
                + ("-x\n+" + tail + "\n").repeat(299)
                + "-x\n+"
                + tail);
  }

  private static Arguments row(
      String what, String before, Map<String, Object> change, String after) {
    return Arguments.of(what, before, change, after);
  }

  private static Map<String, Object> change(String old, String replacement) {
    return Map.of("path", "f.txt", "old", old, "new", replacement);
  }

  private static Map<String, Object> all(String old, String replacement) {
    return Map.of("path", "f.txt", "old", old, "new", replacement, "replaceAll", true);
  }

  private TestCall call(Map<String, Object> change) {
    return TestCall.in(workspace, change);
  }

  private void write(String text) throws IOException {
    Files.write(workspace.resolve("f.txt"), text.getBytes(StandardCharsets.UTF_8));
  }

  private String read() throws IOException {
    return new String(Files.readAllBytes(workspace.resolve("f.txt")), StandardCharsets.UTF_8);
  }
}
