package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void theMedianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
    assertThat(new Samples(Map.of(1, 9.0, 2, 1.0, 3, 4.0)).median()).isEqualTo(4);
    assertThat(new Samples(Map.of(1, 9.0, 2, 1.0, 3, 4.0, 4, 2.0)).median()).isEqualTo(3);
  }

  @Test
  void ratiosAreTakenWithinARoundAndOneThatIsMissingLeavesNoPair() {
    var ours = new Samples(Map.of(1, 10.0, 3, 20.0));
    var others = new Samples(Map.of(1, 5.0, 2, 7.0, 3, 40.0));
    assertThat(others.over(ours)).isEqualTo(new Samples(Map.of(1, 0.5, 3, 2.0)));
  }
}
