package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Leases].
public abstract class LeasesConformance extends StoreConformance {
  private static final OwnerId ANN = new OwnerId("ann");
  private static final OwnerId BOB = new OwnerId("bob");

  /// Longer than any test.
  private static final Duration LENGTH = Duration.ofHours(1);

  protected LeasesConformance() {}

  private Optional<OwnerId> holder(SessionId session) {
    return store().leases().holder(session).map(Lease::owner);
  }

  private Lease read(OwnerId owner) {
    return store().leases().processes().stream()
        .filter(lease -> lease.owner().equals(owner))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSessionIsHeldByItsLastWriter() {
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, LENGTH);
    append(AppendBuilder.opening(SESSION, "a").by(ANN));
    assertThat(holder(SESSION)).contains(ANN);
    append(AppendBuilder.after(1, SESSION, "b").by(BOB));
    assertThat(holder(SESSION)).contains(BOB);
  }

  @Test
  void aProcessCanRenewItsLease() {
    append(AppendBuilder.opening(SESSION, "a").by(ANN));
    store().leases().renew(ANN, LENGTH);
    var first = read(ANN);
    store().leases().renew(ANN, LENGTH.plus(LENGTH));
    assertThat(holder(SESSION)).contains(ANN);
    assertThat(read(ANN).until()).isAfter(first.until());
    assertThat(read(ANN).left()).isGreaterThan(LENGTH).isLessThanOrEqualTo(LENGTH.plus(LENGTH));
  }

  @Test
  @Tag("J9")
  void aLeaseEndsByTheClockOfTheStore() {
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, Duration.ZERO);
    assertThat(read(ANN).isExpired()).isFalse();
    assertThat(read(ANN).left()).isPositive().isLessThanOrEqualTo(LENGTH);
    assertThat(read(BOB).isExpired()).isTrue();
    append(AppendBuilder.opening(SESSION, "a").by(BOB));
    assertThat(store().leases().holder(SESSION).orElseThrow().isExpired()).isTrue();
  }

  @Test
  void aProcessThatLeftHoldsNothing() {
    append(AppendBuilder.opening(SESSION, "a").by(ANN));
    append(AppendBuilder.opening(OTHER, "a").by(BOB));
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, LENGTH);
    store().leases().release(ANN);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(holder(OTHER)).contains(BOB);
    store().leases().release(ANN);
    store().leases().renew(ANN, LENGTH);
    assertThat(holder(SESSION)).contains(ANN);
  }

  @Test
  void aReleasedSessionIsFreeUntilTheNextAppend() {
    store().leases().renew(ANN, LENGTH);
    append(AppendBuilder.opening(SESSION, "a", "b").by(ANN));
    append(AppendBuilder.opening(OTHER, "a").by(ANN));
    store().leases().releaseSession(ANN, SESSION, 2);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(holder(OTHER)).contains(ANN);
    store().leases().releaseSession(ANN, SESSION, 2);
    append(AppendBuilder.after(2, SESSION, "c").by(ANN));
    assertThat(holder(SESSION)).contains(ANN);
  }

  @Test
  void aReleaseByAnotherProcessOrWithAStaleTailDoesNothing() {
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, LENGTH);
    append(AppendBuilder.opening(SESSION, "a", "b").by(ANN));
    store().leases().releaseSession(BOB, SESSION, 2);
    store().leases().releaseSession(ANN, SESSION, 1);
    store().leases().releaseSession(ANN, OTHER, 1);
    assertThat(holder(SESSION)).contains(ANN);
  }

  @Test
  void aMissingSessionOrOneOfAnUnknownProcessHasNoHolder() {
    append(AppendBuilder.opening(OTHER, "a").by(BOB));
    store().leases().renew(ANN, LENGTH);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(store().leases().holder(OTHER)).isEmpty();
  }

  @Test
  @Tag("A2")
  void aLeaseIsAdvisoryAndTheAppendDecides() {
    store().leases().renew(ANN, LENGTH.plus(LENGTH));
    append(AppendBuilder.opening(SESSION, "a").by(ANN));
    append(AppendBuilder.after(1, SESSION, "b").by(BOB));
    assertThatThrownBy(() -> append(AppendBuilder.after(1, SESSION, "c").by(ANN)))
        .isInstanceOf(AppendConflict.class);
  }

  @Test
  void aRefusedAppendDoesNotChangeTheHolder() {
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, LENGTH);
    append(AppendBuilder.opening(SESSION, "a").by(ANN));
    assertThatThrownBy(() -> append(AppendBuilder.after(5, SESSION, "c").by(BOB)))
        .isInstanceOf(AppendConflict.class);
    assertThat(holder(SESSION)).contains(ANN);
  }

  /// To the millisecond, the precision with which stores compare wake times.
  private static final Instant TWELVE = NOON.plusMillis(1).truncatedTo(ChronoUnit.MILLIS);

  private static SessionId named(String agent) {
    return new SessionId("of-" + agent.replace('/', '-'));
  }

  private static SessionSearch clerks(long after, int limit) {
    return new SessionSearch(Set.of("clerk"), after, limit);
  }

  private List<SessionId> unattended(Instant now) {
    return store().leases().unattended(clerks(0, ALL), now).stream()
        .map(WaitingSession::session)
        .toList();
  }

  private static AppendBuilder waking(SessionId session, @Nullable Instant at) {
    return AppendBuilder.opening(session, "a").by(ANN).with(new Catalog.Change.WakeSet(at));
  }

  @Test
  @Tag("J2")
  void processesAreListedUntilTheyLeaveOrExpire() {
    store().leases().renew(ANN, LENGTH);
    store().leases().renew(BOB, LENGTH);
    assertThat(store().leases().processes())
        .extracting(Lease::owner)
        .containsExactlyInAnyOrder(ANN, BOB);
    store().leases().release(ANN);
    store().leases().expire(read(BOB), NOON);
    assertThat(store().leases().processes()).isEmpty();
  }

  @Test
  @Tag("J2")
  void aDueSessionIsUnattendedOnceItsProcessIsGone() {
    store().leases().renew(ANN, LENGTH);
    append(waking(SESSION, Instant.EPOCH));
    append(waking(OTHER, null));
    assertThat(unattended(TWELVE)).isEmpty();
    store().leases().expire(read(ANN), NOON);
    assertThat(unattended(TWELVE)).containsExactly(SESSION);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    store().leases().renew(BOB, LENGTH);
    append(AppendBuilder.after(1, SESSION, "b").by(BOB));
    assertThat(unattended(TWELVE)).isEmpty();
    store().leases().release(BOB);
    append(AppendBuilder.after(2, SESSION, "c").by(BOB).with(new Catalog.Change.WakeSet(null)));
    assertThat(unattended(TWELVE)).isEmpty();
  }

  @Test
  @Tag("J2")
  void aSessionIsNotUnattendedBeforeItsTime() {
    append(waking(SESSION, TWELVE));
    append(waking(OTHER, TWELVE.plusMillis(2)));
    assertThat(unattended(TWELVE.minusNanos(1))).isEmpty();
    assertThat(unattended(TWELVE)).containsExactly(SESSION);
    assertThat(unattended(TWELVE.plusMillis(1))).containsExactly(SESSION);
    assertThat(unattended(TWELVE.plusMillis(2))).containsExactly(SESSION, OTHER);
  }

  @Test
  @Tag("J2")
  void onlySessionsOfTheRequestedAgentsAreReturned() {
    for (var agent : List.of("clerk", "clerk/scout", "clerks", "billing")) {
      var opened = new Catalog.Change.SessionOpened(agent, "/work", NOON);
      append(
          AppendBuilder.after(0, named(agent), "a")
              .with(opened)
              .with(new Catalog.Change.WakeSet(Instant.EPOCH)));
    }
    assertThat(unattended(TWELVE)).containsExactly(named("clerk"), named("clerk/scout"));
    var first = store().leases().unattended(clerks(0, 1), NOON);
    assertThat(first).hasSize(1);
    assertThat(store().leases().unattended(clerks(first.getFirst().ordinal(), 1), NOON))
        .extracting(WaitingSession::session)
        .containsExactly(named("clerk/scout"));
  }

  @Test
  @Tag("J2")
  void expiringAProcessReleasesItsWaitingSessionsAndNotTheActiveOnes() {
    store().leases().renew(ANN, LENGTH);
    append(waking(SESSION, Instant.EPOCH));
    append(waking(OTHER, TWELVE.plusSeconds(1)));
    store().leases().expire(read(ANN), NOON);
    assertThat(store().leases().lastWriter(SESSION)).contains(ANN);
    assertThat(store().leases().lastWriter(OTHER)).isEmpty();
    assertThat(unattended(TWELVE.plusSeconds(1))).containsExactly(SESSION, OTHER);
  }

  @Test
  @Tag("J2")
  void aProcessThatRenewedItsLeaseDoesNotExpire() {
    store().leases().renew(ANN, LENGTH);
    append(waking(SESSION, NOON.plusSeconds(9)));
    var before = read(ANN);
    store().leases().renew(ANN, LENGTH.plusSeconds(1));
    store().leases().expire(before, NOON);
    assertThat(holder(SESSION)).contains(ANN);
    assertThat(store().leases().lastWriter(SESSION)).contains(ANN);
  }

  @Test
  @Tag("J2")
  void aProcessThatLeavesReleasesItsSessions() {
    store().leases().renew(ANN, LENGTH);
    append(waking(SESSION, Instant.EPOCH));
    append(waking(OTHER, TWELVE.plusSeconds(9)));
    assertThat(store().leases().lastWriter(SESSION)).contains(ANN);
    store().leases().release(ANN);
    assertThat(store().leases().lastWriter(SESSION)).isEmpty();
    assertThat(store().leases().lastWriter(OTHER)).isEmpty();
    assertThat(store().leases().lastWriter(new SessionId("nowhere"))).isEmpty();
  }

  @Test
  @Tag("J2")
  void aDeletedSessionIsNotUnattended() {
    append(waking(SESSION, Instant.EPOCH));
    store().journal().delete(SESSION, 1);
    assertThat(unattended(TWELVE)).isEmpty();
  }
}
