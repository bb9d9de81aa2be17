package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Undoing a run's changes, and explaining its policy.
class UndoCommandTest {
  @TempDir private Path place;
  private CliFixture cli;

  @BeforeEach
  void write() {
    cli = new CliFixture(place);
    cli.write(
        "w.yaml",
        """
        turns:
          - calls: [ {tool: write, args: {path: notes/a.txt, content: "hello"}} ]
          - text: "Done."
        """);
    cli.call("run", "--script", "w.yaml", "--session", "a", "--approve", "auto", "write");
  }

  @Test
  @Tag("D15")
  void theFilesOfARunAreRestored() {
    assertThat(cli.folder().resolve("notes/a.txt")).hasContent("hello");
    var undone = cli.call("undo", "r-1");
    assertThat(undone.exit()).isZero();
    assertThat(undone.out()).isEqualTo("✓ took away notes/a.txt\n✓ took away notes\n");
    assertThat(cli.folder().resolve("notes")).doesNotExist();
  }

  @Test
  @Tag("D15")
  void filesChangedSinceAreKeptAndTheExitCodeReportsIt() throws IOException {
    Files.writeString(cli.folder().resolve("notes/a.txt"), "mine");
    var undone = cli.call("undo", "r-1");
    assertThat(undone.exit()).isEqualTo(1);
    assertThat(undone.out())
        .contains("! left alone notes/a.txt: it was changed after the run")
        .contains("! left alone notes: there is something in it");
    assertThat(cli.folder().resolve("notes/a.txt")).hasContent("mine");
  }

  @Test
  void undoingAnUnknownRunIsAnError() {
    var refused = cli.call("undo", "r-9");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).startsWith("run_not_found: ");
  }

  @Test
  @Tag("E1")
  void thePolicyIsExplained() {
    cli.write("drover.yaml", "deny: ['bash(rm *)']\nallow: ['bash(make *)']\n").trusted();
    var denied = cli.call("policy", "explain", "bash(make test; rm -rf build)", "--json");
    assertThat(denied.exit()).isZero();
    assertThat(denied.out())
        .contains("\"decision\":\"deny\"")
        .contains("\"rule\":\"deny bash(rm *)\"");
    assertThat(cli.call("policy", "explain", "bash(make test)").out())
        .contains("allow bash(make *)");
    assertThat(cli.call("policy", "show", "x").exit()).isEqualTo(2);
    assertThat(cli.call("policy", "explain", "1(").exit()).isEqualTo(2);
  }
}
