package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.tools.TestCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("A14")
@Tag("D5")
final class EditProbeTest {
  private static final Finding HAPPENED =
      new Finding.Happened(
          new ToolOutcome.Succeeded(
              Text.of("Edited 'f.txt': `new` is there, and `old` is not any more.")));
  private static final Finding DID_NOT = new Finding.DidNotHappen();
  private static final Finding CANNOT_TELL =
      new Finding.CannotTell(
          "'f.txt' does not show whether it was edited. Read it before you go on.");

  @TempDir Path workspace;
  private final EditTool edit = new EditTool();

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          # file now, old,     new,     all,   finding
          x = a - b,  a - b,   a + b,   false, no
          x = a + b,  a - b,   a + b,   false, yes
          nothing,    a - b,   a + b,   false, ?
          a - b a - b,a - b,   a + b,   false, ?
          a - b a + b,a - b,   a + b,   false, no
          a + b a + b,a - b,   a + b,   false, ?
          head,       head,    head|more, false, no
          head|more,  head,    head|more, false, ?
          head|more,  head|more, head,  false, ?
          head,       head|more, head,  false, yes
          keep gone,  gone,    '',      false, ?
          keep,       gone,    '',      false, ?
          ab,         ab,      '',      false, ?
          x x,        x,       y,       true,  no
          y y,        x,       y,       true,  yes
          x y,        x,       y,       true,  ?
          z,          x,       y,       true,  ?
          x,          x,       '',      true,  ?
          """)
  void theFileTellsWhetherTheEditWasMadeOrThatItCannotTell(
      String file, String old, String replacement, boolean all, String finding) throws Exception {
    Files.writeString(workspace.resolve("f.txt"), file);
    assertThat(edit.probe(call(old, replacement, all)))
        .isEqualTo(
            switch (finding) {
              case "yes" -> HAPPENED;
              case "no" -> DID_NOT;
              default -> CANNOT_TELL;
            });
  }

  @Test
  void aFileThatWasWrittenAndNotMovedProvesThatItWasNot() throws Exception {
    Files.writeString(workspace.resolve("f.txt"), "head|more");
    Files.writeString(workspace.resolve(".drover-s-1.e1.0.tmp"), "head|more|more");
    assertThat(edit.probe(call("head", "head|more", false))).isEqualTo(DID_NOT);
  }

  @Test
  void aFileThatIsGoneTellsNothing() {
    assertThat(edit.probe(call("a", "b", false)))
        .isEqualTo(new Finding.CannotTell("'f.txt' is not there. Look with ls."));
  }

  @Test
  void anEditThatWasMadeIsFoundAndOneThatWasNotIsMadeOnce() throws Exception {
    Files.writeString(workspace.resolve("f.txt"), "return a - b;\r\n");
    var call = call("a - b", "a + b", false);
    assertThat(edit.probe(call)).isEqualTo(DID_NOT);
    call.answerOf(edit);
    assertThat(edit.probe(call)).isEqualTo(HAPPENED);
  }

  private TestCall call(String old, String replacement, boolean all) {
    return TestCall.in(
        workspace, Map.of("path", "f.txt", "old", old, "new", replacement, "replaceAll", all));
  }
}
