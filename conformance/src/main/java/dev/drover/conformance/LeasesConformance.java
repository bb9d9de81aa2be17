package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.WaitingSession;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Leases].
public abstract class LeasesConformance extends StoreConformance {
  private static final OwnerId ANN = new OwnerId("ann");
  private static final OwnerId BOB = new OwnerId("bob");

  protected LeasesConformance() {}

  @Test
  void aSessionIsHeldByWhoeverWroteToItLast() {
    store().leases().renew(ANN, NOON);
    store().leases().renew(BOB, NOON.plusNanos(1));
    append(Draft.opening(SESSION, "a").by(ANN));
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON));
    append(Draft.after(1, SESSION, "b").by(BOB));
    assertThat(store().leases().holder(SESSION)).contains(new Lease(BOB, NOON.plusNanos(1)));
  }

  @Test
  void aProcessSaysAgainHowLongItWillBeThere() {
    append(Draft.opening(SESSION, "a").by(ANN));
    store().leases().renew(ANN, NOON);
    store().leases().renew(ANN, NOON.plusSeconds(30));
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON.plusSeconds(30)));
  }

  @Test
  void whoeverLeftHoldsNothing() {
    append(Draft.opening(SESSION, "a").by(ANN));
    append(Draft.opening(OTHER, "a").by(BOB));
    store().leases().renew(ANN, NOON);
    store().leases().renew(BOB, NOON);
    store().leases().release(ANN);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(store().leases().holder(OTHER)).contains(new Lease(BOB, NOON));
    store().leases().release(ANN);
    store().leases().renew(ANN, NOON);
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON));
  }

  @Test
  void whatWasLetGoOfIsFreeUntilSomebodyWritesToIt() {
    store().leases().renew(ANN, NOON);
    append(Draft.opening(SESSION, "a", "b").by(ANN));
    append(Draft.opening(OTHER, "a").by(ANN));
    store().leases().letGo(ANN, SESSION, 2);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(store().leases().holder(OTHER)).contains(new Lease(ANN, NOON));
    store().leases().letGo(ANN, SESSION, 2);
    append(Draft.after(2, SESSION, "c").by(ANN));
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON));
  }

  @Test
  void nobodyLetsGoOfWhatAnotherHoldsOrOfMoreThanItKnows() {
    store().leases().renew(ANN, NOON);
    store().leases().renew(BOB, NOON);
    append(Draft.opening(SESSION, "a", "b").by(ANN));
    store().leases().letGo(BOB, SESSION, 2);
    store().leases().letGo(ANN, SESSION, 1);
    store().leases().letGo(ANN, OTHER, 1);
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON));
  }

  @Test
  void nobodyHoldsWhatDoesNotExistOrWasWrittenByAStranger() {
    append(Draft.opening(OTHER, "a").by(BOB));
    store().leases().renew(ANN, NOON);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    assertThat(store().leases().holder(OTHER)).isEmpty();
  }

  @Test
  @Tag("A2")
  void aLeaseIsAdviceAndTheAppendDecides() {
    store().leases().renew(ANN, NOON.plusSeconds(30));
    append(Draft.opening(SESSION, "a").by(ANN));
    append(Draft.after(1, SESSION, "b").by(BOB));
    assertThatThrownBy(() -> append(Draft.after(1, SESSION, "c").by(ANN)))
        .isInstanceOf(AppendConflict.class);
  }

  @Test
  void aRefusedAppendTakesNothingOver() {
    store().leases().renew(ANN, NOON);
    store().leases().renew(BOB, NOON);
    append(Draft.opening(SESSION, "a").by(ANN));
    assertThatThrownBy(() -> append(Draft.after(5, SESSION, "c").by(BOB)))
        .isInstanceOf(AppendConflict.class);
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON));
  }

  /// To the millisecond, as far as stores compare times at which sessions wake.
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

  private static Draft waking(SessionId session, @Nullable Instant at) {
    return Draft.opening(session, "a").by(ANN).with(new Change.WakeSet(at));
  }

  @Test
  @Tag("J2")
  void processesAreKnownUntilTheyLeaveOrAreFoundToBeGone() {
    store().leases().renew(ANN, NOON);
    store().leases().renew(BOB, NOON.plusNanos(1));
    assertThat(store().leases().processes())
        .containsExactlyInAnyOrder(new Lease(ANN, NOON), new Lease(BOB, NOON.plusNanos(1)));
    store().leases().release(ANN);
    store().leases().expire(new Lease(BOB, NOON.plusNanos(1)), NOON);
    assertThat(store().leases().processes()).isEmpty();
  }

  @Test
  @Tag("J2")
  void whatIsToBeDoneIsUnattendedOnceItsProcessIsGone() {
    store().leases().renew(ANN, NOON);
    append(waking(SESSION, Instant.EPOCH));
    append(waking(OTHER, null));
    assertThat(unattended(TWELVE)).isEmpty();
    store().leases().expire(new Lease(ANN, NOON), NOON);
    assertThat(unattended(TWELVE)).containsExactly(SESSION);
    assertThat(store().leases().holder(SESSION)).isEmpty();
    store().leases().renew(BOB, NOON);
    append(Draft.after(1, SESSION, "b").by(BOB));
    assertThat(unattended(TWELVE)).isEmpty();
    store().leases().release(BOB);
    append(Draft.after(2, SESSION, "c").by(BOB).with(new Change.WakeSet(null)));
    assertThat(unattended(TWELVE)).isEmpty();
  }

  @Test
  @Tag("J2")
  void nothingIsUnattendedBeforeItsTime() {
    append(waking(SESSION, TWELVE));
    append(waking(OTHER, TWELVE.plusMillis(2)));
    assertThat(unattended(TWELVE.minusNanos(1))).isEmpty();
    assertThat(unattended(TWELVE)).containsExactly(SESSION);
    assertThat(unattended(TWELVE.plusMillis(1))).containsExactly(SESSION);
    assertThat(unattended(TWELVE.plusMillis(2))).containsExactly(SESSION, OTHER);
  }

  @Test
  @Tag("J2")
  void onlySessionsOfTheAgentsThatAreAskedForAreUnattended() {
    for (var agent : List.of("clerk", "clerk/scout", "clerks", "billing")) {
      var opened = new Change.SessionOpened(agent, "/work", NOON);
      append(
          Draft.after(0, named(agent), "a").with(opened).with(new Change.WakeSet(Instant.EPOCH)));
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
  void whatWaitedWhenItsProcessWasGoneIsLetGoOfAndWhatWasUnderWayIsNot() {
    store().leases().renew(ANN, NOON);
    append(waking(SESSION, Instant.EPOCH));
    append(waking(OTHER, TWELVE.plusSeconds(1)));
    store().leases().expire(new Lease(ANN, NOON), NOON);
    assertThat(store().leases().lastWriter(SESSION)).contains(ANN);
    assertThat(store().leases().lastWriter(OTHER)).isEmpty();
    assertThat(unattended(TWELVE.plusSeconds(1))).containsExactly(SESSION, OTHER);
  }

  @Test
  @Tag("J2")
  void aProcessThatHasSaidSomethingElseSinceIsNotGone() {
    store().leases().renew(ANN, NOON);
    append(waking(SESSION, NOON.plusSeconds(9)));
    store().leases().renew(ANN, NOON.plusSeconds(1));
    store().leases().expire(new Lease(ANN, NOON), NOON);
    assertThat(store().leases().holder(SESSION)).contains(new Lease(ANN, NOON.plusSeconds(1)));
    assertThat(store().leases().lastWriter(SESSION)).contains(ANN);
  }

  @Test
  @Tag("J2")
  void aProcessThatLeavesLetsGoOfWhatItHeld() {
    store().leases().renew(ANN, NOON);
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
  void whatWasDeletedIsNotUnattended() {
    append(waking(SESSION, Instant.EPOCH));
    store().journal().delete(SESSION, 1);
    assertThat(unattended(TWELVE)).isEmpty();
  }
}
