package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo is the first thing that new users see.
class DemoTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli =
        new CliFixture(place)
            .time(Time.system())
            .variable("PATH", System.getenv("PATH"))
            .variable("TMPDIR", place.toString());
  }

  private Path project() throws IOException {
    try (var found = Files.list(place)) {
      return found
          .filter(path -> path.getFileName().toString().startsWith("drover-demo-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void withoutATerminalTheDemoApprovesByItselfAndTheTestsPass() throws IOException {
    var result = cli.call("demo");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("2 of 3 failed", "? edit calc.sh", "✓ yes (--approve auto)", "3 passed")
        .contains("✓ completed · 5 turns")
        .contains("./drover events demo --store " + project().resolve(".drover/drover.db"));
    assertThat(project().resolve("calc.sh")).content().contains("$1 + $2");
  }

  @Test
  void aPersonIsAskedAndMayDeny() throws IOException {
    var result = cli.typing("n\n").variable("CI", "true").call("demo");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("✗ no (ada)");
    assertThat(project().resolve("calc.sh")).content().contains("$1 - $2");
  }

  @Test
  void thePersonsOwnSettingsDoNotAffectTheDemo() {
    cli.writeAtHome(".config/drover/config.yaml", "deny: [edit]").variable("DROVER_AGENT", "other");
    assertThat(cli.call("demo", "--quiet").out())
        .isEqualTo(
            "It does. calc.sh subtracted its numbers; now it adds them, and all 3 tests pass.\n");
  }

  @Test
  void jsonOutputOfTheDemoHasOnlyEvents() {
    var result = cli.call("demo", "--json");
    assertThat(result.exit()).isZero();
    assertThat(result.types()).startsWith("session_opened").endsWith("run_finished");
  }

  @Test
  void theSuggestedCommandsWork() throws IOException {
    cli.call("demo");
    var store = project().resolve(".drover/drover.db").toString();
    for (var command : new String[] {"events", "show", "replay"}) {
      assertThat(cli.call(command, "demo", "--store", store).exit()).isZero();
    }
  }
}
