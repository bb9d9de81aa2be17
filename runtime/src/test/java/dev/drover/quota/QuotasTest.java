package dev.drover.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.quota.ProviderQuotas.QuotaStatus;
import dev.drover.quota.QuotaPolicy.Bounds;
import dev.drover.spi.model.ProviderKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The registry of a runtime, with one caller after the other.
@Tag("C4")
final class QuotasTest {
  private static final ProviderKey ACCOUNT =
      ProviderKey.of("acme", "https://api.example.com/v1", "sk-secret-1");
  private static final ProviderKey OTHER =
      ProviderKey.of("acme", "https://api.example.com/v1", "sk-secret-2");
  private static final RunId RUN = new RunId("r-1");
  private static final Duration NOT_SAID = Duration.ZERO;

  private final SteppingClock time = new SteppingClock();
  private final ProviderQuotas quotas = new ProviderQuotas(time, QuotaPolicy.DEFAULT);

  private static ProviderQuotas bounded(
      SteppingClock time, Duration hold, int accounts, int waiters) {
    return new ProviderQuotas(time, QuotaPolicy.DEFAULT.with(new Bounds(hold, accounts, waiters)));
  }

  private static Instant at(double seconds) {
    return SteppingClock.START.plusMillis((long) (seconds * 1_000));
  }

  @Test
  void aCallWithoutThrottlingDoesNotWait() throws Exception {
    quotas.hit(OTHER, NOT_SAID);
    assertThat(quotas.await(ACCOUNT)).isEqualTo(new QuotaAdmission.Pass(ACCOUNT, at(0)));
    assertThat(time.slept()).isEmpty();
  }

  @Test
  void aThrottledKeyHoldsCallsUntilAfterTheDeadline() throws Exception {
    quotas.hit(ACCOUNT, Duration.ofSeconds(30));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(30), 0));
    var pass = (QuotaAdmission.Pass) quotas.await(ACCOUNT);
    assertThat(pass.sent()).isBetween(at(30.5), at(32)).isEqualTo(time.now());
  }

  @Test
  void aWokenCallChecksWhetherTheDeadlineHasMoved() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    // A retry with a wake time of 11.5 s finds that the deadline has moved to 40 s since.
    quotas.hit(ACCOUNT, Duration.ofSeconds(40));
    time.set(at(11.5));
    var held = (QuotaAdmission.Held) quotas.admit(ACCOUNT, RUN, at(11.5));
    assertThat(held.until()).isBetween(at(40.5), at(42));
    assertThat(quotas.status(ACCOUNT).waiting()).isEqualTo(1);
    time.set(held.until());
    assertThat(quotas.admit(ACCOUNT, RUN, at(11.5)))
        .isEqualTo(new QuotaAdmission.Pass(ACCOUNT, held.until()));
    assertThat(quotas.status(ACCOUNT).waiting()).isZero();
    assertThat(quotas.hold(RUN)).isEmpty();
  }

  @Test
  void aCallThatReturnsTooEarlyKeepsItsPlace() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    var held = quotas.admit(ACCOUNT, RUN, Instant.EPOCH);
    time.set(at(5));
    assertThat(quotas.admit(ACCOUNT, RUN, Instant.EPOCH)).isEqualTo(held);
    assertThat(quotas.status(ACCOUNT).waiting()).isEqualTo(1);
  }

  @Test
  void aRunThatIsReleasedLeavesNothingBehind() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    quotas.admit(ACCOUNT, RUN, Instant.EPOCH);
    quotas.release(RUN);
    quotas.release(RUN);
    assertThat(quotas.status(ACCOUNT).waiting()).isZero();
    assertThat(quotas.hold(RUN)).isEmpty();
  }

  @Test
  void aRunThatSwitchesKeysDoesNotWaitForTheFirst() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    quotas.admit(ACCOUNT, RUN, Instant.EPOCH);
    assertThat(quotas.admit(OTHER, RUN, Instant.EPOCH))
        .isEqualTo(new QuotaAdmission.Pass(OTHER, at(0)));
    assertThat(quotas.status(ACCOUNT).waiting()).isZero();
  }

  @Test
  void aRunThatIsHeldRepeatedlyIsFinallyRefused() {
    var impatient = bounded(time, Duration.ofMinutes(1), 8, 8);
    impatient.hit(ACCOUNT, Duration.ofSeconds(40));
    var held = (QuotaAdmission.Held) impatient.admit(ACCOUNT, RUN, Instant.EPOCH);
    impatient.hit(ACCOUNT, Duration.ofSeconds(80));
    time.set(held.until());
    assertThat(impatient.admit(ACCOUNT, RUN, Instant.EPOCH))
        .isInstanceOf(QuotaAdmission.Refused.class);
    assertThat(impatient.status(ACCOUNT).waiting()).isZero();
  }

  @Test
  void aCallThatHasWaitedUntilAfterTheDeadlineIsAdmitted() {
    var again = quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    assertThat(again).isBetween(at(10.5), at(12));
    time.set(again);
    assertThat(quotas.admit(ACCOUNT, RUN, again))
        .isEqualTo(new QuotaAdmission.Pass(ACCOUNT, again));
  }

  @Test
  void aNewCallGetsAPlaceAmongTheWakingCalls() throws Exception {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    time.set(at(10.1));
    var pass = (QuotaAdmission.Pass) quotas.await(ACCOUNT);
    assertThat(pass.sent()).isBetween(at(10.5), at(12));
    time.set(at(12));
    assertThat(quotas.await(ACCOUNT)).isEqualTo(new QuotaAdmission.Pass(ACCOUNT, at(12)));
  }

  @Test
  void theHitsOfOneBurstCountOnceAndGetDifferentRetryTimes() throws Exception {
    var pass = (QuotaAdmission.Pass) quotas.await(ACCOUNT);
    var again = List.of(quotas.hit(pass, NOT_SAID), quotas.hit(pass, NOT_SAID));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(2), 0));
    assertThat(again).doesNotHaveDuplicates().allMatch(wake -> wake.isAfter(at(2)));
  }

  @Test
  void aLateHitOfAnOldBurstIsNotRetriedAtOnce() throws Exception {
    var pass = (QuotaAdmission.Pass) quotas.await(ACCOUNT);
    quotas.hit(pass, NOT_SAID);
    time.set(at(100));
    assertThat(quotas.hit(pass, NOT_SAID)).isBetween(at(100.5), at(102));
    assertThat(quotas.status(ACCOUNT).hits()).isEqualTo(1);
  }

  @Test
  void onlyASuccessResetsTheCounter() throws Exception {
    quotas.hit(ACCOUNT, NOT_SAID);
    time.set(at(1_000));
    quotas.await(ACCOUNT);
    assertThat(quotas.status(ACCOUNT).hits()).isEqualTo(1);
    quotas.answered(ACCOUNT);
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 0, Instant.EPOCH, 0));
    assertThat(quotas.statuses()).isEmpty();
  }

  @Test
  void aSuccessDoesNotShortenTheDeadline() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(30));
    quotas.answered(ACCOUNT);
    assertThat(quotas.statuses()).containsExactly(new QuotaStatus(ACCOUNT, 0, at(30), 0));
  }

  @Test
  void anInterruptedWaiterLeavesNothingBehind() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(30));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> quotas.await(ACCOUNT));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(30), 0));
  }

  @Test
  void aCallThatWouldWaitTooLongFailsWithARetryTime() throws Exception {
    var impatient = bounded(time, Duration.ofMinutes(1), 8, 8);
    impatient.hit(ACCOUNT, Duration.ofMinutes(5));
    var failure = ((QuotaAdmission.Refused) impatient.await(ACCOUNT)).failure();
    assertThat(failure.problem().code()).isEqualTo("quota_exhausted");
    var after = ((Failure.Retry.Throttled) failure.retry()).after();
    assertThat(after).isBetween(Duration.ofMillis(300_500), Duration.ofMillis(302_000));
    assertThat(impatient.status(ACCOUNT).waiting()).isZero();
    assertThat(time.slept()).isEmpty();
  }

  @Test
  void anAbsurdWaitIsCutToAYear() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(quotas.status(ACCOUNT).until()).isEqualTo(at(0).plus(Duration.ofDays(366)));
  }

  @Test
  void ofTooManyAccountsTheOneWithTheEarliestDeadlineIsForgotten() {
    var narrow = bounded(time, Duration.ofHours(1), 2, 8);
    var third = ProviderKey.ofModel("acme/third");
    narrow.hit(ACCOUNT, Duration.ofSeconds(30));
    narrow.hit(OTHER, Duration.ofSeconds(20));
    narrow.hit(third, Duration.ofSeconds(10));
    assertThat(narrow.statuses())
        .extracting(QuotaStatus::account)
        .containsExactlyInAnyOrder(ACCOUNT, third);
  }

  @Test
  void noSecretIsInAnyOutput() {
    quotas.hit(ACCOUNT, NOT_SAID);
    assertThat(quotas.statuses().toString())
        .contains("acme at https://api.example.com/v1 with key #")
        .doesNotContain("secret");
  }
}
