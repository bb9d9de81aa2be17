package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.BudgetUsage.Warned;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Charges to the run, or to its session only. A sample reply has ten tokens and costs a hundred
/// millionths; now is five seconds after the journal.
@Tag("E7")
@Tag("F5")
class BudgetUsageTest {
  private static final TokenPrice PRICE = new TokenPrice(10_000_000, 10_000_000, 0, 0);
  private static final TokenPrice DEARER = new TokenPrice(20_000_000, 20_000_000, 0, 0);
  private static final BudgetAmount REPLY = new BudgetAmount(10, 100, 1, 0, 0);
  private static final BudgetAmount DEAR_REPLY = new BudgetAmount(10, 200, 1, 0, 0);
  private static final ToolOutcome REFUSED = new ToolOutcome.Denied("budget", "It is used up.");
  private static final Problem PROBLEM = new Problem("no_summary", "No summary", "It is late.", "");

  /// The model is called under e1, at a price.
  private static final HandwrittenJournal THINKING =
      HandwrittenJournal.opened().then(SampleEvents.accepted(limits(BudgetSet.NONE)));

  private static RunLimits limits(BudgetSet budgets) {
    return new RunLimits(5, 1_000, 2, LoopGuard.OFF, budgets.withPrice(PRICE));
  }

  private static BudgetUsage spending(HandwrittenJournal story) {
    return story.state().totals().spending();
  }

  private static Event failed(Cause cause, List<ModelReplacement> replacements) {
    return new Event.CompactionFailed(
        new CompactionOutcome.Failed("ann", cause, PROBLEM, 0, COST, replacements));
  }

  private static ModelReplacement replacement(@Nullable TokenPrice price) {
    return new ModelReplacement(OVERLOADED, new FallbackModel("script/other", price));
  }

  @Test
  void aStartedDirectCallIsChargedToTheSession() {
    var begun = THINKING.then(DirectRows.accepted(planned(2, together(), ALLOW)));
    assertThat(BudgetRules.usedBySession(begun.state(), NOW)).isEqualTo(BudgetAmount.ofTime(5_000));
    var running = begun.then(DirectRows.started(2, 1));
    assertThat(BudgetRules.usedBySession(running.state(), NOW))
        .isEqualTo(new BudgetAmount(0, 0, 0, 1, 5_000));
    assertThat(BudgetRules.usedByRun(running.state(), NOW)).isEqualTo(BudgetAmount.ofTime(5_000));
    var settled = running.then(settled(FINE));
    assertThat(spending(settled).session()).isEqualTo(BudgetAmount.ofToolCalls(1));
    assertThat(spending(settled).run()).isEqualTo(BudgetAmount.NONE);
  }

  private static Event settled(ToolOutcome outcome) {
    return new Event.ToolSettled(DirectRows.CALL, e(2), outcome);
  }

  @Test
  void aDirectCallThatWasNotMadeIsNotCharged() {
    var denied = THINKING.then(DirectRows.accepted(planned(2, together(), DENY)));
    assertThat(spending(denied.then(settled(new ToolOutcome.Denied("never-send", "No.")))))
        .isEqualTo(spending(THINKING));
    var refused =
        THINKING.then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1));
    assertThat(spending(refused.then(settled(REFUSED)))).isEqualTo(spending(THINKING));
    var uncounted =
        HandwrittenJournal.thinking()
            .then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1));
    assertThat(spending(uncounted.then(settled(FINE)))).isSameAs(BudgetUsage.NONE);
  }

  @Test
  void aCallIsChargedUnlessTheBudgetRefusedIt() {
    var call =
        HandwrittenJournal.acting(planned(2, together(), ALLOW))
            .then(SampleEvents.started(2, 1))
            .state();
    var open = call.call(e(2)).orElseThrow();
    assertThat(BudgetRules.costOf(open, FINE)).isEqualTo(BudgetAmount.ofToolCalls(1));
    assertThat(BudgetRules.costOf(open, REFUSED)).isEqualTo(BudgetAmount.NONE);
  }

  @Test
  void aRefusalWithoutBudgetsEndsItsRunButNotTheNextOne() {
    var refused =
        HandwrittenJournal.acting(planned(2, together(), ALLOW))
            .then(SampleEvents.started(2, 1), SampleEvents.settled(2, REFUSED));
    assertThat(spending(refused).stop()).isEqualTo(new BudgetUsage.BudgetStop(1, "It is used up."));
    var over =
        refused.then(
            SampleEvents.replied(3, saying("So far.")),
            SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.of("So far.")), TWICE));
    assertThat(spending(over)).isEqualTo(BudgetUsage.NONE);
  }

  @Test
  void onlyASummaryThatTheRunNeededIsChargedToTheRun() {
    var needed = spending(THINKING.then(failed(Cause.WINDOW, List.of())));
    assertThat(needed.run()).isEqualTo(REPLY);
    assertThat(needed.session()).isEqualTo(REPLY);
    var wanted = spending(THINKING.then(failed(Cause.ASKED, List.of())));
    assertThat(wanted.run()).isEqualTo(BudgetAmount.NONE);
    assertThat(wanted.session()).isEqualTo(REPLY);
    var uncounted = HandwrittenJournal.thinking().then(failed(Cause.WINDOW, List.of()));
    assertThat(spending(uncounted)).isSameAs(BudgetUsage.NONE);
  }

  @Test
  void aSummaryHasThePriceOfTheLastModelCalled() {
    var wanted =
        THINKING.then(failed(Cause.ASKED, List.of(replacement(PRICE), replacement(DEARER))));
    assertThat(spending(wanted).session()).isEqualTo(DEAR_REPLY);
    var dearer =
        THINKING.then(
            SampleEvents.replaced(1, 2, OVERLOADED, new FallbackModel("script/other", DEARER)));
    assertThat(spending(dearer.then(failed(Cause.WINDOW, List.of()))).session())
        .isEqualTo(DEAR_REPLY);
    assertThat(spending(dearer.then(failed(Cause.ASKED, List.of()))).session()).isEqualTo(REPLY);
  }

  @Test
  void aOneShotCompletionIsChargedIfUsageIsCounted() {
    var free =
        new Event.CompletionMade(new OneShotRecord("title", "test/small", COST, BudgetSet.NONE));
    assertThat(spending(HandwrittenJournal.opened().then(free))).isSameAs(BudgetUsage.NONE);
    var dear =
        new Event.CompletionMade(
            new OneShotRecord("title", "test/small", COST, BudgetSet.NONE.withPrice(DEARER)));
    assertThat(spending(HandwrittenJournal.opened().then(dear)).session()).isEqualTo(DEAR_REPLY);
    assertThat(spending(THINKING.then(dear)).session()).isEqualTo(DEAR_REPLY);
    assertThat(spending(THINKING.then(dear)).run()).isEqualTo(BudgetAmount.NONE);
  }

  @Test
  void timeDoesNotCountWhileTheRunWaitsForAPerson() {
    var waiting =
        HandwrittenJournal.acting(limits(BudgetSet.NONE), List.of(planned(2, together(), ASK)))
            .then(SampleEvents.asked(2));
    assertThat(BudgetRules.elapsed(waiting.state(), NOW)).isZero();
    assertThat(BudgetRules.elapsed(THINKING.state(), NOW)).isEqualTo(5_000);
    assertThat(BudgetRules.elapsed(HandwrittenJournal.thinking().state(), NOW)).isZero();
  }

  @Test
  void aCallOutsideARunIsLimitedByTheBudgetOfTheSession() {
    var budgets = BudgetSet.NONE.ofSession(Budget.NONE.tokens(5));
    assertThat(
            BudgetRules.shortfallOutsideRun(
                HandwrittenJournal.opened().state(), budgets, REPLY, NOW))
        .contains(new BudgetShortfall(new BudgetScope.OfSession(), BudgetMeasure.TOKENS, 5, 0, 10));
    assertThat(
            BudgetRules.shortfallOutsideRun(
                HandwrittenJournal.opened().state(), BudgetSet.NONE, REPLY, NOW))
        .isEmpty();
  }

  @Test
  void aWarningIsGivenOncePerSessionUntilItsLimitChanges() {
    var soft = BudgetSet.NONE.ofSession(Budget.NONE.tokens(BudgetCap.warning(5))).withPrice(PRICE);
    var ofSession = new Warned(new BudgetScope.OfSession(), BudgetMeasure.TOKENS);
    var warned =
        HandwrittenJournal.opened()
            .then(
                SampleEvents.accepted(limits(soft)),
                new Event.BudgetWarned(
                    RUN, new BudgetScope.OfSession(), BudgetMeasure.TOKENS, 5, 10),
                new Event.BudgetWarned(RUN, new BudgetScope.OfRun(), BudgetMeasure.TOKENS, 5, 10));
    assertThat(spending(warned).warned())
        .containsExactly(ofSession, new Warned(new BudgetScope.OfRun(), BudgetMeasure.TOKENS));
    var over =
        warned.then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."));
    assertThat(spending(over).warned()).containsExactly(ofSession);
    var again = over.then(new Event.RunAccepted(OTHER_RUN, PROMPT, limits(soft)));
    assertThat(spending(again).warned()).containsExactly(ofSession);
    var other = BudgetSet.NONE.ofSession(Budget.NONE.tokens(BudgetCap.warning(6)));
    assertThat(spending(over.then(new Event.BudgetsSet(other, "ann"))).warned()).isEmpty();
  }

  @Test
  void aBudgetReturnsTheLimitOfEachMeasure() {
    var budget =
        Budget.NONE.tokens(1).money("0.000002").modelCalls(3).toolCalls(4).time(BudgetCap.at(5));
    assertThat(List.of(BudgetMeasure.values()))
        .extracting(measure -> budget.of(measure).hard())
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void budgetsHaveMoneyIfAnyOfThemLimitsIt() {
    var hard = Budget.NONE.money("1");
    var soft = Budget.NONE.money(BudgetCap.warning(1));
    assertThat(BudgetSet.NONE.haveMoney()).isFalse();
    assertThat(BudgetSet.NONE.ofRun(Budget.NONE.tokens(1)).ofAccount("acme").haveMoney()).isFalse();
    for (var budget : List.of(hard, soft)) {
      assertThat(BudgetSet.NONE.ofRun(budget).haveMoney()).isTrue();
      assertThat(BudgetSet.NONE.ofSession(budget).haveMoney()).isTrue();
      assertThat(BudgetSet.NONE.ofAccount("acme", budget).haveMoney()).isTrue();
    }
  }
}
