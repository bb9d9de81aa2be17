package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Cap;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Shortfall;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Accounts.Holder;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.OwnerId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Accounts].
public abstract class AccountsConformance extends StoreConformance {
  private static final String ACME = "acme";
  private static final OwnerId ANN = new OwnerId("ann");
  private static final OwnerId BOB = new OwnerId("bob");
  private static final EffectId E1 = new EffectId(1);
  private static final EffectId E2 = new EffectId(2);
  private static final Amount ONE = new Amount(10, 5, 1, 0, 0);
  private static final Budget TWENTY = Budget.NONE.tokens(20);

  protected AccountsConformance() {}

  private Grant reserve(SessionId session, EffectId effect, OwnerId owner) {
    return accounts().reserve(new Accounts.Claim(ACME, session, effect, owner, ONE, TWENTY));
  }

  static Accounts.Claim claim(SessionId session) {
    return new Accounts.Claim(ACME, session, E1, ANN, ONE, TWENTY);
  }

  private Accounts accounts() {
    return store().accounts();
  }

  private static Change settled(EffectId effect, Amount spent) {
    return new Change.AccountSettled(ACME, effect, spent);
  }

  @Test
  @Tag("E7")
  void whatIsSetAsideIsNotThereForOthers() {
    assertThat(reserve(SESSION, E1, ANN)).isEqualTo(new Grant.Given(Amount.NONE, List.of()));
    assertThat(reserve(OTHER, E1, BOB)).isEqualTo(new Grant.Given(Amount.NONE, List.of()));
    assertThat(reserve(OTHER, E2, BOB))
        .isEqualTo(
            new Grant.Refused(
                new Shortfall(new Payer.OfAccount(ACME), Measure.TOKENS, 20, 20, 10)));
    assertThat(accounts().standing(ACME))
        .isEqualTo(new Standing(Amount.NONE, new Amount(20, 10, 2, 0, 0)));
    assertThat(accounts().standing("nobody")).isEqualTo(Standing.NONE);
  }

  @Test
  @Tag("E7")
  void theEndOfACallGivesBackWhatItDidNotNeedWithTheEventsThatTellOfIt() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    append(Draft.after(1, SESSION, "replied").with(settled(E1, new Amount(7, 3, 1, 0, 0))));
    assertThat(accounts().standing(ACME))
        .isEqualTo(new Standing(new Amount(7, 3, 1, 0, 0), Amount.NONE));
    append(
        Draft.after(2, SESSION, "finished")
            .with(new Change.AccountSettled(ACME, null, Amount.ofTime(1_500))));
    assertThat(accounts().standing(ACME).spent()).isEqualTo(new Amount(7, 3, 1, 0, 1_500));
  }

  @Test
  @Tag("E7")
  void anAppendThatIsRefusedSettlesNothing() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    var late = Draft.after(7, SESSION, "replied").with(settled(E1, ONE));
    assertThatThrownBy(() -> append(late)).isInstanceOf(AppendConflict.class);
    assertThat(accounts().standing(ACME)).isEqualTo(new Standing(Amount.NONE, ONE));
  }

  @Test
  @Tag("E7")
  void aCallIsSetAsideForOnce() {
    reserve(SESSION, E1, ANN);
    assertThat(reserve(SESSION, E1, BOB)).isInstanceOf(Grant.Given.class);
    assertThat(accounts().standing(ACME).reserved()).isEqualTo(ONE);
    assertThat(accounts().holders(ACME)).containsExactly(new Holder(BOB, null));
    assertThat(accounts().release(ANN)).isZero();
    assertThat(accounts().standing(ACME).reserved()).isEqualTo(ONE);
  }

  @Test
  @Tag("E7")
  void whatWasSetAsideForACallThatIsNotMadeComesBackFromWhoeverDidSo() {
    reserve(SESSION, E1, ANN);
    reserve(SESSION, E2, BOB);
    accounts().release(ANN, SESSION, E2);
    accounts().release(ANN, OTHER, E1);
    assertThat(accounts().standing(ACME).reserved()).isEqualTo(ONE.plus(ONE));
    accounts().release(ANN, SESSION, E1);
    accounts().release(ANN, SESSION, E1);
    assertThat(accounts().standing(ACME)).isEqualTo(new Standing(Amount.NONE, ONE));
  }

  @Test
  @Tag("E7")
  void whatADeadProcessHadSetAsideComesBackOnce() {
    reserve(SESSION, E1, ANN);
    reserve(OTHER, E1, BOB);
    store().leases().renew(BOB, NOON);
    assertThat(accounts().holders(ACME))
        .containsExactlyInAnyOrder(new Holder(ANN, null), new Holder(BOB, NOON));
    assertThat(accounts().release(ANN)).isEqualTo(1);
    assertThat(accounts().release(ANN)).isZero();
    assertThat(accounts().standing(ACME)).isEqualTo(new Standing(Amount.NONE, ONE));
    assertThat(reserve(OTHER, E2, BOB)).isInstanceOf(Grant.Given.class);
  }

  @Test
  @Tag("E7")
  void whatWasGivenBackIsStillCountedIfTheCallEndsAfterAll() {
    givenSession(SESSION);
    reserve(SESSION, E1, ANN);
    accounts().release(ANN);
    append(Draft.after(1, SESSION, "replied").with(settled(E1, ONE)));
    assertThat(accounts().standing(ACME)).isEqualTo(new Standing(ONE, Amount.NONE));
  }

  @Test
  @Tag("E7")
  void ofManyWhoAskAtTheSameMomentNotOneMoreGetsThanThereIs() throws Exception {
    givenSession(SESSION);
    append(Draft.after(1, SESSION, "replied").with(settled(E1, ONE)));
    var grants =
        Together.run(
            8,
            thread ->
                () -> reserve(new SessionId("s-" + thread), E1, new OwnerId("p-" + thread % 2)));
    assertThat(grants).filteredOn(Grant.Given.class::isInstance).hasSize(1);
    assertThat(accounts().standing(ACME)).isEqualTo(new Standing(ONE, ONE));
  }

  @Test
  @Tag("E7")
  void ofASoftLimitOneIsToldUnlessTheyDieBeforeTheySaySo() {
    givenSession(SESSION);
    append(Draft.after(1, SESSION, "replied").with(settled(E1, ONE)));
    var soft = Budget.NONE.tokens(Cap.warning(10));
    var claim = new Accounts.Claim(ACME, SESSION, E2, ANN, ONE, soft);
    var told = new Grant.Given(ONE, List.of(Measure.TOKENS));
    var silent = new Grant.Given(ONE, List.of());
    assertThat(accounts().reserve(claim)).isEqualTo(told);
    assertThat(accounts().reserve(claim)).isEqualTo(silent);
    accounts().release(ANN);
    assertThat(accounts().reserve(claim)).isEqualTo(told);
    append(
        Draft.after(2, SESSION, "warned").with(new Change.AccountWarned(ACME, Measure.TOKENS, 10)));
    accounts().release(ANN);
    assertThat(accounts().reserve(claim)).isEqualTo(silent);
    var higher = Budget.NONE.tokens(Cap.warning(9));
    assertThat(accounts().reserve(new Accounts.Claim(ACME, SESSION, E2, ANN, ONE, higher)))
        .isEqualTo(told);
  }

  @Test
  void countsThatNobodyCanHaveReachedDoNotStartAgainFromZero() {
    givenSession(SESSION);
    var absurd = new Amount(Long.MAX_VALUE, 1, 1, 0, 0);
    append(Draft.after(1, SESSION, "replied").with(settled(E1, absurd)));
    append(Draft.after(2, SESSION, "replied").with(settled(E2, absurd)));
    assertThat(accounts().standing(ACME).spent()).isEqualTo(new Amount(Long.MAX_VALUE, 2, 2, 0, 0));
    assertThat(reserve(SESSION, new EffectId(3), ANN)).isInstanceOf(Grant.Refused.class);
  }
}
