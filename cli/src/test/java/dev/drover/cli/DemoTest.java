package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first thing that people see.
class DemoTest {
  @TempDir Path place;

  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk =
        new Desk(place)
            .time(new SystemTime())
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
  void withoutATerminalItAnswersItselfAndTheTestsPass() throws IOException {
    var result = desk.call("demo");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("2 of 3 failed", "? edit calc.sh", "✓ yes (--approve auto)", "3 passed")
        .contains("✓ completed · 5 turns")
        .contains("./drover events demo --store " + project().resolve(".drover/drover.db"));
    assertThat(project().resolve("calc.sh")).content().contains("$1 + $2");
  }

  @Test
  void aPersonIsAskedAndMaySayNo() throws IOException {
    var result = desk.typing("n\n").variable("CI", "true").call("demo");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("✗ no (ada)");
    assertThat(project().resolve("calc.sh")).content().contains("$1 - $2");
  }

  @Test
  void settingsOfThePersonWhoWatchesHaveNoPartInIt() {
    desk.writeAtHome(".config/drover/config.yaml", "deny: [edit]")
        .variable("DROVER_AGENT", "other");
    assertThat(desk.call("demo", "--quiet").out())
        .isEqualTo(
            "It does. calc.sh subtracted its numbers; now it adds them, and all 3 tests pass.\n");
  }

  @Test
  void asJsonItIsEventsOnly() {
    var result = desk.call("demo", "--json");
    assertThat(result.exit()).isZero();
    assertThat(result.types()).startsWith("session_opened").endsWith("run_finished");
  }

  @Test
  void whatItSuggestsWorks() throws IOException {
    desk.call("demo");
    var store = project().resolve(".drover/drover.db").toString();
    for (var command : new String[] {"events", "show", "replay"}) {
      assertThat(desk.call(command, "demo", "--store", store).exit()).isZero();
    }
  }
}
