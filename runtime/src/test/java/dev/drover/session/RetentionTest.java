package dev.drover.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The limits in the API.
@Tag("A8")
class RetentionTest {
  @Test
  void aLimitBelowOneIsRefusedByItsName() {
    assertThatThrownBy(() -> new RunRetention(0, 1, 1)).hasMessage("maxRuns: at least 1, not 0");
    assertThatThrownBy(() -> new RunRetention(1, 0, 1))
        .hasMessage("maxEventsPerRun: at least 1, not 0");
    assertThatThrownBy(() -> new RunRetention(1, 1, 0)).hasMessage("maxBytes: at least 1, not 0");
  }
}
