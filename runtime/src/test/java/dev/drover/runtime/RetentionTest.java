package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.runtime.retention.RetentionPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The limits as a user sets them.
@Tag("A8")
class RetentionTest {
  @Test
  void aLimitBelowOneIsRefusedByItsName() {
    assertThatThrownBy(() -> new Retention(0, 1, 1)).hasMessage("maxRuns: at least 1, not 0");
    assertThatThrownBy(() -> new Retention(1, 0, 1))
        .hasMessage("maxEventsPerRun: at least 1, not 0");
    assertThatThrownBy(() -> new Retention(1, 1, 0)).hasMessage("maxBytes: at least 1, not 0");
  }

  @Test
  void eachLimitReachesThePlanUnderItsOwnName() {
    assertThat(new Retention(1, 2, 3).plan()).isEqualTo(new RetentionPlan(1, 2, 3));
  }
}
