package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void theMedianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
    assertThat(new Samples(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4);
    assertThat(new Samples(List.of(9.0, 1.0, 4.0, 2.0)).median()).isEqualTo(3);
  }

  @Test
  void ratiosAreTakenWithinARound() {
    var ours = new Samples(List.of(10.0, 20.0));
    var others = new Samples(List.of(5.0, 40.0, 7.0));
    assertThat(others.over(ours)).isEqualTo(new Samples(List.of(0.5, 2.0)));
  }
}
