package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people can do about a run's changes, and about its rules, before and after.
class UndoTest {
  @TempDir private Path place;
  private Desk desk;

  @BeforeEach
  void write() {
    desk = new Desk(place);
    desk.write(
        "w.yaml",
        """
        turns:
          - calls: [ {tool: write, args: {path: notes/a.txt, content: "hello"}} ]
          - text: "Done."
        """);
    desk.call("run", "--script", "w.yaml", "--session", "a", "--approve", "auto", "write");
  }

  @Test
  @Tag("D15")
  void theFilesOfARunAreBroughtBack() {
    assertThat(desk.folder().resolve("notes/a.txt")).hasContent("hello");
    var undone = desk.call("undo", "r-1");
    assertThat(undone.exit()).isZero();
    assertThat(undone.out()).isEqualTo("✓ took away notes/a.txt\n✓ took away notes\n");
    assertThat(desk.folder().resolve("notes")).doesNotExist();
  }

  @Test
  @Tag("D15")
  void whatWasChangedSinceIsLeftAloneAndTheExitCodeSaysSo() throws IOException {
    Files.writeString(desk.folder().resolve("notes/a.txt"), "mine");
    var undone = desk.call("undo", "r-1");
    assertThat(undone.exit()).isEqualTo(1);
    assertThat(undone.out())
        .contains("! left alone notes/a.txt: it was changed after the run")
        .contains("! left alone notes: there is something in it");
    assertThat(desk.folder().resolve("notes/a.txt")).hasContent("mine");
  }

  @Test
  void aRunThatIsNotThereIsAnError() {
    var refused = desk.call("undo", "r-9");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).startsWith("run_not_found: ");
  }

  @Test
  @Tag("E1")
  void thePolicyIsExplained() {
    desk.write("drover.yaml", "deny: ['bash(rm *)']\nallow: ['bash(make *)']\n").trusted();
    var denied = desk.call("policy", "explain", "bash(make test; rm -rf build)", "--json");
    assertThat(denied.exit()).isZero();
    assertThat(denied.out())
        .contains("\"decision\":\"deny\"")
        .contains("\"rule\":\"deny bash(rm *)\"");
    assertThat(desk.call("policy", "explain", "bash(make test)").out())
        .contains("allow bash(make *)");
    assertThat(desk.call("policy", "show", "x").exit()).isEqualTo(2);
    assertThat(desk.call("policy", "explain", "1(").exit()).isEqualTo(2);
  }
}
