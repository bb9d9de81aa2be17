package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.AccountStore] and [dev.drover.spi.store.GrantStore] for
/// several stores on one database.
@Tag("J9")
public abstract class SharedAccountConformance extends SharedStoreConformance {
  private static final int ROUNDS = 50;
  private static final BudgetAmount UNIT = new BudgetAmount(1, 0, 0, 0, 0);
  private static final EffectId CALL = new EffectId(1);

  protected SharedAccountConformance() {}

  private static SessionId session(int number) {
    return new SessionId("s-" + number);
  }

  private static BudgetAmount tokens(long count) {
    return new BudgetAmount(count, 0, 0, 0, 0);
  }

  private static Catalog.Change settled(String account, EffectId call) {
    return new Catalog.Change.AccountSettled(account, call, UNIT);
  }

  private void givenSessions(int count) {
    for (int number = 0; number < count; number++) {
      givenSession(session(number));
    }
  }

  private Reservation reserve(int thread, String account, SessionId session, Budget budget) {
    return storeOf(thread)
        .accounts()
        .reserve(
            new ReservationRequest(
                account, session, CALL, new OwnerId("p-" + thread % STORES), UNIT, budget));
  }

  @Test
  @Tag("E7")
  void theLastUnitIsGrantedToOneOfManyAskers() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var account = "account-" + round;
      // An account that exists: creating one might order the askers by itself.
      reserve(0, account, OTHER, Budget.NONE);
      store().accounts().release(new OwnerId("p-0"), OTHER, CALL);
      var answers =
          ConcurrentRun.<Reservation>run(
              THREADS,
              thread -> () -> reserve(thread, account, session(thread), Budget.NONE.tokens(1)));
      assertThat(answers).filteredOn(Reservation.Granted.class::isInstance).hasSize(1);
      assertThat(store().accounts().totals(account))
          .isEqualTo(new AccountTotals(BudgetAmount.NONE, UNIT));
    }
  }

  @Test
  @Tag("E7")
  void settlementsOfAllStoresAreCounted() throws Exception {
    givenSessions(THREADS);
    ConcurrentRun.<Void>run(
        THREADS,
        thread ->
            () -> {
              for (int n = 1; n <= ROUNDS; n++) {
                append(
                    thread,
                    AppendBuilder.after(n, session(thread), "replied")
                        .with(settled("acme", new EffectId(n))));
              }
              return null;
            });
    assertThat(store().accounts().totals("acme"))
        .isEqualTo(new AccountTotals(tokens((long) THREADS * ROUNDS), BudgetAmount.NONE));
  }

  @Test
  @Tag("E7")
  void aUnitIsNeverFreeWhileItsReservationBecomesASettlement() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var account = "account-" + round;
      var payer = new SessionId("payer-" + round);
      givenSession(payer);
      reserve(0, account, payer, Budget.NONE.tokens(1));
      var granted =
          ConcurrentRun.<Boolean>run(
              THREADS,
              thread ->
                  () -> {
                    if (thread == 0) {
                      append(
                          thread,
                          AppendBuilder.after(1, payer, "replied").with(settled(account, CALL)));
                      return false;
                    }
                    return reserve(thread, account, session(thread), Budget.NONE.tokens(1))
                        instanceof Reservation.Granted;
                  });
      assertThat(granted).containsOnly(false);
      assertThat(store().accounts().totals(account))
          .isEqualTo(new AccountTotals(UNIT, BudgetAmount.NONE));
    }
  }

  @Test
  @Tag("E7")
  void twoAccountsAreUsedInEitherOrder() throws Exception {
    givenSessions(THREADS);
    ConcurrentRun.<Void>run(
        THREADS,
        thread ->
            () -> {
              var first = thread % 2 == 0 ? "left" : "right";
              var second = thread % 2 == 0 ? "right" : "left";
              for (int n = 1; n <= 20; n++) {
                reserve(thread, first, session(thread), Budget.NONE);
                append(
                    thread,
                    AppendBuilder.after(n, session(thread), "replied")
                        .with(settled(first, CALL))
                        .with(settled(second, new EffectId(n + 1))));
              }
              return null;
            });
    var all = new AccountTotals(tokens(THREADS * 20L), BudgetAmount.NONE);
    assertThat(store().accounts().totals("left")).isEqualTo(all);
    assertThat(store().accounts().totals("right")).isEqualTo(all);
  }

  @Test
  @Tag("E7")
  void aCallHasOneReservationAcrossStores() throws Exception {
    ConcurrentRun.<Reservation>run(
        THREADS, thread -> () -> reserve(thread, "acme", SESSION, Budget.NONE.tokens(1)));
    assertThat(store().accounts().totals("acme").reserved()).isEqualTo(UNIT);
    assertThat(store().accounts().holders("acme")).hasSize(1);
    var released =
        ConcurrentRun.<Integer>run(
            THREADS,
            thread ->
                () -> storeOf(thread).accounts().release(new OwnerId("p-" + thread % STORES)));
    assertThat(released.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
  }

  @Test
  @Tag("E7")
  void aSoftLimitIsReportedToOneOfSeveralStores() throws Exception {
    givenSession(SESSION);
    append(AppendBuilder.after(1, SESSION, "replied").with(settled("acme", CALL)));
    var soft = Budget.NONE.tokens(BudgetCap.warning(1));
    var answers =
        ConcurrentRun.<Reservation>run(
            THREADS, thread -> () -> reserve(thread, "acme", session(thread), soft));
    assertThat(answers)
        .containsOnlyOnce(new Reservation.Granted(UNIT, List.of(BudgetMeasure.TOKENS)))
        .contains(new Reservation.Granted(UNIT, List.of()));
  }

  @Test
  @Tag("J5")
  void aRuleIsGrantedAndRevokedOnce() throws Exception {
    givenSessions(THREADS);
    ConcurrentRun.<Void>run(
        THREADS,
        thread ->
            () -> {
              append(
                  thread,
                  AppendBuilder.after(1, session(thread), "answered")
                      .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON)));
              return null;
            });
    assertThat(store().catalog().rules("")).containsExactly("bash(ls)");
    GrantId grant =
        store().grants().all().stream().filter(GrantRow::holds).findAny().orElseThrow().id();
    var revoked =
        ConcurrentRun.<Boolean>run(
            THREADS, thread -> () -> storeOf(thread).grants().revoke(grant, "p" + thread, NOON));
    assertThat(revoked).containsOnlyOnce(true);
    assertThat(store().catalog().rules("")).isEmpty();
  }
}
