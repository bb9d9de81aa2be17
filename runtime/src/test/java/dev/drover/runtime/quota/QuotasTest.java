package dev.drover.runtime.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Failure;
import dev.drover.kernel.RunId;
import dev.drover.runtime.quota.QuotaPolicy.Bounds;
import dev.drover.spi.model.Account;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the registry of a runtime does for one caller after the other.
@Tag("C4")
final class QuotasTest {
  private static final Account ACCOUNT =
      Account.of("acme", "https://api.example.com/v1", "sk-secret-1");
  private static final Account OTHER =
      Account.of("acme", "https://api.example.com/v1", "sk-secret-2");
  private static final RunId RUN = new RunId("r-1");
  private static final Duration NOT_SAID = Duration.ZERO;

  private final Ticking time = new Ticking();
  private final Quotas quotas = new Quotas(time, QuotaPolicy.DEFAULT);

  private static Quotas bounded(Ticking time, Duration hold, int accounts, int waiters) {
    return new Quotas(time, QuotaPolicy.DEFAULT.with(new Bounds(hold, accounts, waiters)));
  }

  private static Instant at(double seconds) {
    return Ticking.START.plusMillis((long) (seconds * 1_000));
  }

  @Test
  void whoIsNotThrottledDoesNotWait() throws Exception {
    quotas.hit(OTHER, NOT_SAID);
    assertThat(quotas.await(ACCOUNT)).isEqualTo(new Admission.Pass(ACCOUNT, at(0)));
    assertThat(time.slept()).isEmpty();
  }

  @Test
  void aThrottledAccountHoldsWhoeverComesUntilAfterTheDeadline() throws Exception {
    quotas.hit(ACCOUNT, Duration.ofSeconds(30));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(30), 0));
    var pass = (Admission.Pass) quotas.await(ACCOUNT);
    assertThat(pass.sent()).isBetween(at(30.5), at(32)).isEqualTo(time.now());
  }

  @Test
  void whoWakesLooksAgainBecauseTheDeadlineMayHaveMoved() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    // A retry that was told to come back at 11.5 s finds that others were told 40 s since.
    quotas.hit(ACCOUNT, Duration.ofSeconds(40));
    time.set(at(11.5));
    var held = (Admission.Held) quotas.admit(ACCOUNT, RUN, at(11.5));
    assertThat(held.until()).isBetween(at(40.5), at(42));
    assertThat(quotas.status(ACCOUNT).waiting()).isEqualTo(1);
    time.set(held.until());
    assertThat(quotas.admit(ACCOUNT, RUN, at(11.5)))
        .isEqualTo(new Admission.Pass(ACCOUNT, held.until()));
    assertThat(quotas.status(ACCOUNT).waiting()).isZero();
    assertThat(quotas.hold(RUN)).isEmpty();
  }

  @Test
  void whoComesBackTooEarlyKeepsItsPlace() {
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
  void aRunThatTurnsToAnotherAccountDoesNotWaitForTheFirst() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    quotas.admit(ACCOUNT, RUN, Instant.EPOCH);
    assertThat(quotas.admit(OTHER, RUN, Instant.EPOCH)).isEqualTo(new Admission.Pass(OTHER, at(0)));
    assertThat(quotas.status(ACCOUNT).waiting()).isZero();
  }

  @Test
  void aRunThatIsHeldAgainAndAgainIsRefusedInTheEnd() {
    var impatient = bounded(time, Duration.ofMinutes(1), 8, 8);
    impatient.hit(ACCOUNT, Duration.ofSeconds(40));
    var held = (Admission.Held) impatient.admit(ACCOUNT, RUN, Instant.EPOCH);
    impatient.hit(ACCOUNT, Duration.ofSeconds(80));
    time.set(held.until());
    assertThat(impatient.admit(ACCOUNT, RUN, Instant.EPOCH)).isInstanceOf(Admission.Refused.class);
    assertThat(impatient.status(ACCOUNT).waiting()).isZero();
  }

  @Test
  void whoHasWaitedUntilAfterTheDeadlineIsNotSentBack() {
    var again = quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    assertThat(again).isBetween(at(10.5), at(12));
    time.set(again);
    assertThat(quotas.admit(ACCOUNT, RUN, again)).isEqualTo(new Admission.Pass(ACCOUNT, again));
  }

  @Test
  void whoComesWhileOthersWakeTakesAPlaceAmongThem() throws Exception {
    quotas.hit(ACCOUNT, Duration.ofSeconds(10));
    time.set(at(10.1));
    var pass = (Admission.Pass) quotas.await(ACCOUNT);
    assertThat(pass.sent()).isBetween(at(10.5), at(12));
    time.set(at(12));
    assertThat(quotas.await(ACCOUNT)).isEqualTo(new Admission.Pass(ACCOUNT, at(12)));
  }

  @Test
  void theHitsOfOneBurstCountOnceAndEachIsToldAnotherTime() throws Exception {
    var pass = (Admission.Pass) quotas.await(ACCOUNT);
    var again = List.of(quotas.hit(pass, NOT_SAID), quotas.hit(pass, NOT_SAID));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(2), 0));
    assertThat(again).doesNotHaveDuplicates().allMatch(wake -> wake.isAfter(at(2)));
  }

  @Test
  void theLateHitOfAnOldBurstIsNotAskedAgainAtOnce() throws Exception {
    var pass = (Admission.Pass) quotas.await(ACCOUNT);
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
  void aWaiterThatIsInterruptedLeavesNothingBehind() {
    quotas.hit(ACCOUNT, Duration.ofSeconds(30));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> quotas.await(ACCOUNT));
    assertThat(quotas.status(ACCOUNT)).isEqualTo(new QuotaStatus(ACCOUNT, 1, at(30), 0));
  }

  @Test
  void whoWouldHaveToWaitTooLongIsToldWhenToComeBack() throws Exception {
    var impatient = bounded(time, Duration.ofMinutes(1), 8, 8);
    impatient.hit(ACCOUNT, Duration.ofMinutes(5));
    var failure = ((Admission.Refused) impatient.await(ACCOUNT)).failure();
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
    var third = Account.ofModel("acme/third");
    narrow.hit(ACCOUNT, Duration.ofSeconds(30));
    narrow.hit(OTHER, Duration.ofSeconds(20));
    narrow.hit(third, Duration.ofSeconds(10));
    assertThat(narrow.statuses())
        .extracting(QuotaStatus::account)
        .containsExactlyInAnyOrder(ACCOUNT, third);
  }

  @Test
  void noSecretIsInAnythingThatIsShown() {
    quotas.hit(ACCOUNT, NOT_SAID);
    assertThat(quotas.statuses().toString())
        .contains("acme at https://api.example.com/v1 with key #")
        .doesNotContain("secret");
  }
}
