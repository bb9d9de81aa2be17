package dev.drover.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.session.SessionArtifacts.ArtifactRetention;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The limits in the API.
@Tag("D14")
class ArtifactRetentionTest {
  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void anInvalidLimitIsRefusedByItsName() {
    assertThatThrownBy(() -> new ArtifactRetention(Duration.ZERO, 9_000, 9_000))
        .hasMessage("age: more than nothing, not PT0S");
    assertThatThrownBy(() -> new ArtifactRetention(DAY, 9_000, 4_095))
        .hasMessage("maxBytesEach: at least 4096, not 4095");
    assertThatThrownBy(() -> new ArtifactRetention(DAY, 8_999, 9_000))
        .hasMessage("maxBytes: at least maxBytesEach, which is 9000, not 8999");
  }

  @Test
  void eachLimitArrivesUnderItsOwnName() {
    var retention = new ArtifactRetention(DAY, 9_001, 9_000);
    assertThat(retention.age()).isEqualTo(DAY);
    assertThat(retention.maxBytes()).isEqualTo(9_001);
    assertThat(retention.maxBytesEach()).isEqualTo(9_000);
  }

  @Test
  void byDefaultArtifactsAreKeptForSevenDays() {
    assertThat(ArtifactRetention.DEFAULT)
        .isEqualTo(new ArtifactRetention(Duration.ofDays(7), 1L << 30, 64L << 20));
  }
}
