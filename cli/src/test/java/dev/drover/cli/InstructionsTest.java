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

/// An agent that was given no instructions knows where it is, and is told the same in every request
/// of a session.
class InstructionsTest {
  @TempDir Path place;

  private static void look(Desk desk) {
    assertThat(desk.call("run", "--script", "s.yaml", "--session", "a", "look").exit()).isZero();
  }

  private static String instructions(Desk desk) {
    return desk.call("events", "a", "--json").json().stream()
        .filter(event -> event.get("type").asString().equals("recipe_adopted"))
        .map(event -> event.toString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDefaultOnesNameFolderPlatformAndDate() {
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
  void aSessionIsOpenedWithThem() {
    var desk = new Desk(place).write("s.yaml", Scripts.LOOK);
    look(desk);
    assertThat(instructions(desk))
        .contains("Folder: " + desk.folder())
        .containsPattern("opened: \\d{4}-\\d\\d-\\d\\d");
  }

  @Test
  @Tag("C1")
  void onALaterDayRequestsBeginAsBefore() {
    var time = new VirtualTime();
    var desk = new Desk(place).write("s.yaml", Scripts.LOOK).time(time);
    look(desk);
    time.advance(Duration.ofDays(3));
    look(desk);
    var types = desk.call("events", "a", "--json").types();
    assertThat(types.stream().filter("run_accepted"::equals)).hasSize(2);
    assertThat(types.stream().filter("recipe_adopted"::equals)).hasSize(1);
  }

  @Test
  void configuredOnesAreTakenAsTheyAre() {
    var desk =
        new Desk(place)
            .write("s.yaml", Scripts.LOOK)
            .writeAtHome(".config/drover/config.yaml", "instructions: Be brief.\n");
    look(desk);
    assertThat(instructions(desk)).contains("Be brief.").doesNotContain("Folder:");
  }
}
