package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  @Test
  void allContestsAreHeldUnlessSomeAreNamed() {
    assertThat(SideBySide.chosen(List.of("--quick")))
        .containsExactly(Contest.FRAMEWORKS, Contest.ENGINES);
    assertThat(SideBySide.chosen(List.of("engines", "--quick"))).containsExactly(Contest.ENGINES);
  }

  @Test
  void aContestThatIsNotThereIsRefusedBeforeAnythingIsMeasured() {
    assertThatThrownBy(() -> SideBySide.chosen(List.of("motors")))
        .hasMessage("'motors' is none of frameworks, engines, --quick");
  }
}
