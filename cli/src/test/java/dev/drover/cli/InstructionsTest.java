package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.config.DefaultInstructions;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent without configured instructions knows its workspace, and gets the same instructions in
/// every request of a session.
class InstructionsTest {
  @TempDir Path place;

  private static void look(CliFixture cli) {
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "look").exit()).isZero();
  }

  private static String instructions(CliFixture cli) {
    return cli.call("events", "a", "--json").json().stream()
        .filter(event -> event.get("type").asString().equals("recipe_adopted"))
        .map(event -> event.toString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDefaultInstructionsNameFolderPlatformAndDate() {
    assertThat(
            new DefaultInstructions(
                    Path.of("/home/ada/shop"), "Linux, amd64", LocalDate.parse("2026-03-05"))
                .text())
        .contains("\nFolder: /home/ada/shop\n")
        .contains("\nPlatform: Linux, amd64\n")
        .contains("\nDate when this session was opened: 2026-03-05\n")
        .contains("\nAbout the tools:\n");
  }

  @Test
  void aSessionIsOpenedWithTheDefaultInstructions() {
    var cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK);
    look(cli);
    assertThat(instructions(cli))
        .contains("Folder: " + cli.folder())
        .containsPattern("opened: \\d{4}-\\d\\d-\\d\\d");
  }

  @Test
  @Tag("C1")
  void instructionsStayTheSameOnLaterDays() {
    var time = new VirtualTime();
    var cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).time(time);
    look(cli);
    time.advance(Duration.ofDays(3));
    look(cli);
    var types = cli.call("events", "a", "--json").types();
    assertThat(types.stream().filter("run_accepted"::equals)).hasSize(2);
    assertThat(types.stream().filter("recipe_adopted"::equals)).hasSize(1);
  }

  @Test
  void configuredInstructionsAreUsedUnchanged() {
    var cli =
        new CliFixture(place)
            .write("s.yaml", CliScripts.LOOK)
            .writeAtHome(".config/drover/config.yaml", "instructions: Be brief.\n");
    look(cli);
    assertThat(instructions(cli)).contains("Be brief.").doesNotContain("Folder:");
  }
}
