package dev.drover.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J9")
class ProcessLivenessTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String NO_PROCESS = "/999999999@1/x";

  private static Lease lease(OwnerId owner, long secondsLeft) {
    return new Lease(owner, NOON, Duration.ofSeconds(secondsLeft));
  }

  @Test
  void aMissingProcessOfThisBootIsDeadBeforeItsLeaseEnds() {
    var liveness = new ProcessLiveness("vm/boot-1/pid:[4026531836]");
    var owner = new OwnerId("vm/boot-1/pid:[4026531836]" + NO_PROCESS);
    assertThat(liveness.isAlive(lease(owner, 1))).isFalse();
  }

  @Test
  void aProcessOfAnotherMachineWithTheSameNameLivesUntilItsLeaseEnds() {
    var liveness = new ProcessLiveness("vm/boot-1/pid:[4026531836]");
    var twin = new OwnerId("vm/boot-2/pid:[4026531836]" + NO_PROCESS);
    assertThat(liveness.isAlive(lease(twin, 1))).isTrue();
    assertThat(liveness.isAlive(lease(twin, 0))).isFalse();
  }

  @Test
  void thisProcessIsAlive() {
    var liveness = new ProcessLiveness();
    var self = liveness.nameThisProcess("x");
    assertThat(liveness.isAlive(lease(self, 1))).isTrue();
  }
}
