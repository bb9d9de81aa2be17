package dev.drover.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.testkit.sim.Simulation.Report;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// The simulation finds each planted bug, by the law that it breaks, in fewer worlds than are
/// checked every day.
@Timeout(300)
final class PlantedBugsTest {
  private static final long WORLDS = 150;

  /// Laws between several journals, or between a journal and other observations.
  private static final List<String> WIDE =
      List.of("A3", "A6", "A8", "A9", "A11", "B4", "B5", "B6", "F2", "F3", "F4");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = Mode.EXCLUDE)
  void aPlantedBugIsFound(PlantedBug bug) {
    assertThat(found(bug).isGood()).isFalse();
  }

  /// The first world in which it breaks its law.
  private Report found(PlantedBug bug) {
    var seeds = new SeedRunner(folder, bug);
    for (long seed = 1; seed <= WORLDS; seed++) {
      var report = seeds.run(seed);
      if (report.violations().stream().anyMatch(words -> words.startsWith(bug.law() + ":"))) {
        return report;
      }
    }
    throw new AssertionError(bug + " is not found in " + WORLDS + " worlds");
  }

  @Test
  void everyLawAcrossJournalsHasAPlantedBugThatBreaksIt() {
    assertThat(Arrays.stream(PlantedBug.values()).map(PlantedBug::law)).containsAll(WIDE);
  }

  @Test
  void aFailureIsShrunkAndStillFails() {
    var report = found(PlantedBug.CALL_TWICE);
    var small = new SeedRunner(folder, PlantedBug.CALL_TWICE).shrunk(report);
    assertThat(small.violations().getFirst()).startsWith("A14: ");
    assertThat(small.plan().faults()).isEmpty();
    assertThat(small.plan().deeds()).isNotEmpty();
    assertThat(report.plan().deeds()).hasSizeGreaterThan(small.plan().deeds().size());
    assertThat(new SeedRunner(folder, PlantedBug.CALL_TWICE).run(small.plan()).violations())
        .isEqualTo(small.violations());
  }

  @Test
  void aFailureReportsHowToReproduceIt() {
    var seed = found(PlantedBug.CALL_TWICE).plan().seed();
    var seeds = new SeedRunner(folder, PlantedBug.CALL_TWICE);
    assertThatThrownBy(() -> seeds.require(seed))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("A14: ")
        .satisfies(failure -> requireCommand(String.valueOf(failure.getMessage()), seed));
  }

  /// The command names an existing test, under the condition under which that runs.
  private static void requireCommand(String message, long seed) {
    var command =
        Pattern.compile("mvn .*-Dtest='(\\w+)#(\\w+)' -D([\\w.]+)=(\\d+) ").matcher(message);
    assertThat(command.find()).as(message).isTrue();
    assertThat(command.group(1)).isEqualTo(SimulationTest.class.getSimpleName());
    assertThat(SimulationTest.class.getDeclaredMethods())
        .filteredOn(method -> method.getName().equals(command.group(2)))
        .singleElement()
        .satisfies(
            method -> {
              var condition = method.getAnnotation(EnabledIfSystemProperty.class);
              assertThat(condition.named()).isEqualTo(command.group(3));
              assertThat(command.group(4)).matches(condition.matches());
              assertThat(method.isAnnotationPresent(Test.class)).isTrue();
            });
    assertThat(Long.parseLong(command.group(4))).isEqualTo(seed);
  }
}
