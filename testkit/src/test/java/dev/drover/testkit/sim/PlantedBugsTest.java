package dev.drover.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// The simulation finds bugs: each of these, in less worlds than are looked at every day.
@Timeout(300)
final class PlantedBugsTest {
  private static final long WORLDS = 100;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = Mode.EXCLUDE)
  void aBugIsFound(Bug bug) {
    var seeds = new Seeds(folder, bug);
    long seed = 1;
    while (seed <= WORLDS && seeds.run(seed).isGood()) {
      seed++;
    }
    assertThat(seed).as("the world in which it is found").isLessThanOrEqualTo(WORLDS);
  }

  @Test
  void whatIsFoundIsMadeSmallAndSaysHowToSeeItAgain() {
    var seeds = new Seeds(folder, Bug.CALL_TWICE);
    long seed = 1;
    while (seeds.run(seed).isGood()) {
      seed++;
    }
    long found = seed;
    var small = seeds.shrunk(seeds.run(found)).plan();
    assertThat(small.faults()).isEmpty();
    assertThat(small.deeds()).hasSizeLessThanOrEqualTo(2);
    assertThatThrownBy(() -> seeds.require(found))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("A14: ")
        .hasMessageContaining("-Dtest='SimulationTest#aSeedIsReplayed' -Ddrover.sim.seed=" + found);
  }
}
