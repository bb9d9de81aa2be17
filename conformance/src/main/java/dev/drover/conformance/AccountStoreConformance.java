package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.Holder;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.AccountStore].
public abstract class AccountStoreConformance extends StoreConformance {
  private static final String ACME = "acme";
  private static final OwnerId ANN = new OwnerId("ann");
  private static final OwnerId BOB = new OwnerId("bob");
  private static final EffectId E1 = new EffectId(1);
  private static final EffectId E2 = new EffectId(2);
  private static final BudgetAmount ONE = new BudgetAmount(10, 5, 1, 0, 0);
  private static final Budget TWENTY = Budget.NONE.tokens(20);

  protected AccountStoreConformance() {}

  private Reservation reserve(SessionId session, EffectId effect, OwnerId owner) {
    return accounts()
        .reserve(new AccountStore.ReservationRequest(ACME, session, effect, owner, ONE, TWENTY));
  }

  static AccountStore.ReservationRequest claim(SessionId session) {
    return new AccountStore.ReservationRequest(ACME, session, E1, ANN, ONE, TWENTY);
  }

  private AccountStore accounts() {
    return store().accounts();
  }

  private static Catalog.Change settled(EffectId effect, BudgetAmount spent) {
    return new Catalog.Change.AccountSettled(ACME, effect, spent);
  }

  @Test
  @Tag("E7")
  void reservedAmountsAreUnavailableToOthers() {
    assertThat(reserve(SESSION, E1, ANN))
        .isEqualTo(new Reservation.Granted(BudgetAmount.NONE, List.of()));
    assertThat(reserve(OTHER, E1, BOB))
        .isEqualTo(new Reservation.Granted(BudgetAmount.NONE, List.of()));
    assertThat(reserve(OTHER, E2, BOB))
        .isEqualTo(
            new Reservation.Refused(
                new BudgetShortfall(
                    new BudgetScope.OfAccount(ACME), BudgetMeasure.TOKENS, 20, 20, 10)));
    assertThat(accounts().totals(ACME))
        .isEqualTo(new AccountTotals(BudgetAmount.NONE, new BudgetAmount(20, 10, 2, 0, 0)));
    assertThat(accounts().totals("nobody")).isEqualTo(AccountTotals.NONE);
  }

  @Test
  @Tag("E7")
  void theAppendThatEndsACallReleasesItsReservation() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    append(
        AppendBuilder.after(1, SESSION, "replied")
            .with(settled(E1, new BudgetAmount(7, 3, 1, 0, 0))));
    assertThat(accounts().totals(ACME))
        .isEqualTo(new AccountTotals(new BudgetAmount(7, 3, 1, 0, 0), BudgetAmount.NONE));
    append(
        AppendBuilder.after(2, SESSION, "finished")
            .with(new Catalog.Change.AccountSettled(ACME, null, BudgetAmount.ofTime(1_500))));
    assertThat(accounts().totals(ACME).spent()).isEqualTo(new BudgetAmount(7, 3, 1, 0, 1_500));
  }

  @Test
  @Tag("E7")
  void aRefusedAppendSettlesNothing() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    var late = AppendBuilder.after(7, SESSION, "replied").with(settled(E1, ONE));
    assertThatThrownBy(() -> append(late)).isInstanceOf(AppendConflict.class);
    assertThat(accounts().totals(ACME)).isEqualTo(new AccountTotals(BudgetAmount.NONE, ONE));
  }

  @Test
  @Tag("E7")
  void aCallHasOneReservation() {
    reserve(SESSION, E1, ANN);
    assertThat(reserve(SESSION, E1, BOB)).isInstanceOf(Reservation.Granted.class);
    assertThat(accounts().totals(ACME).reserved()).isEqualTo(ONE);
    assertThat(accounts().holders(ACME)).containsExactly(new Holder(BOB, null));
    assertThat(accounts().release(ANN)).isZero();
    assertThat(accounts().totals(ACME).reserved()).isEqualTo(ONE);
  }

  @Test
  @Tag("E7")
  void aReservationForACallThatIsNotMadeIsReleasedByItsOwner() {
    reserve(SESSION, E1, ANN);
    reserve(SESSION, E2, BOB);
    accounts().release(ANN, SESSION, E2);
    accounts().release(ANN, OTHER, E1);
    assertThat(accounts().totals(ACME).reserved()).isEqualTo(ONE.plus(ONE));
    accounts().release(ANN, SESSION, E1);
    accounts().release(ANN, SESSION, E1);
    assertThat(accounts().totals(ACME)).isEqualTo(new AccountTotals(BudgetAmount.NONE, ONE));
  }

  @Test
  @Tag("E7")
  void reservationsOfADeadProcessAreReleasedOnce() {
    reserve(SESSION, E1, ANN);
    reserve(OTHER, E1, BOB);
    store().leases().renew(BOB, Duration.ofMinutes(1));
    var holders = accounts().holders(ACME);
    assertThat(holders).hasSize(2).contains(new Holder(ANN, null));
    assertThat(holders)
        .anySatisfy(
            holder -> {
              assertThat(holder.owner()).isEqualTo(BOB);
              assertThat(holder.lease()).isNotNull().matches(lease -> !lease.isExpired());
            });
    assertThat(accounts().release(ANN)).isEqualTo(1);
    assertThat(accounts().release(ANN)).isZero();
    assertThat(accounts().totals(ACME)).isEqualTo(new AccountTotals(BudgetAmount.NONE, ONE));
    assertThat(reserve(OTHER, E2, BOB)).isInstanceOf(Reservation.Granted.class);
  }

  @Test
  @Tag("E7")
  void aCallThatEndsAfterItsReservationWasReleasedIsStillCounted() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    accounts().release(ANN);
    append(AppendBuilder.after(1, SESSION, "replied").with(settled(E1, ONE)));
    assertThat(accounts().totals(ACME)).isEqualTo(new AccountTotals(ONE, BudgetAmount.NONE));
  }

  @Test
  @Tag("E7")
  void concurrentReservationsNeverExceedTheBudget() throws Exception {
    givenSession(SESSION);
    append(AppendBuilder.after(1, SESSION, "replied").with(settled(E1, ONE)));
    var grants =
        ConcurrentRun.run(
            8,
            thread ->
                () -> reserve(new SessionId("s-" + thread), E1, new OwnerId("p-" + thread % 2)));
    assertThat(grants).filteredOn(Reservation.Granted.class::isInstance).hasSize(1);
    assertThat(accounts().totals(ACME)).isEqualTo(new AccountTotals(ONE, ONE));
  }

  @Test
  @Tag("E7")
  void aSoftLimitIsReportedOnceUnlessTheProcessDiesBeforeJournalingIt() {
    givenSession(SESSION);
    append(AppendBuilder.after(1, SESSION, "replied").with(settled(E1, ONE)));
    var soft = Budget.NONE.tokens(BudgetCap.warning(10));
    var claim = new AccountStore.ReservationRequest(ACME, SESSION, E2, ANN, ONE, soft);
    var told = new Reservation.Granted(ONE, List.of(BudgetMeasure.TOKENS));
    var silent = new Reservation.Granted(ONE, List.of());
    assertThat(accounts().reserve(claim)).isEqualTo(told);
    assertThat(accounts().reserve(claim)).isEqualTo(silent);
    accounts().release(ANN);
    assertThat(accounts().reserve(claim)).isEqualTo(told);
    append(
        AppendBuilder.after(2, SESSION, "warned")
            .with(new Catalog.Change.AccountWarned(ACME, BudgetMeasure.TOKENS, 10)));
    accounts().release(ANN);
    assertThat(accounts().reserve(claim)).isEqualTo(silent);
    var higher = Budget.NONE.tokens(BudgetCap.warning(9));
    assertThat(
            accounts()
                .reserve(new AccountStore.ReservationRequest(ACME, SESSION, E2, ANN, ONE, higher)))
        .isEqualTo(told);
  }

  @Test
  void countersDoNotOverflow() {
    givenSession(SESSION);
    var absurd = new BudgetAmount(Long.MAX_VALUE, 1, 1, 0, 0);
    append(AppendBuilder.after(1, SESSION, "replied").with(settled(E1, absurd)));
    append(AppendBuilder.after(2, SESSION, "replied").with(settled(E2, absurd)));
    assertThat(accounts().totals(ACME).spent())
        .isEqualTo(new BudgetAmount(Long.MAX_VALUE, 2, 2, 0, 0));
    assertThat(reserve(SESSION, new EffectId(3), ANN)).isInstanceOf(Reservation.Refused.class);
  }
}
