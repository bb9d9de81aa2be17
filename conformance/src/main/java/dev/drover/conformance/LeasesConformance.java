package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.OwnerId;
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
}
