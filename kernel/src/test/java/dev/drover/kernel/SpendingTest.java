package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.DENY;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Spending.Warned;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who pays for what: the run, or only its session. A sample reply has ten tokens and costs a
/// hundred millionths; five seconds lie between a story and now.
@Tag("E7")
@Tag("F5")
class SpendingTest {
  private static final Price PRICE = new Price(10_000_000, 10_000_000, 0, 0);
  private static final Price DEARER = new Price(20_000_000, 20_000_000, 0, 0);
  private static final Amount REPLY = new Amount(10, 100, 1, 0, 0);
  private static final Amount DEAR_REPLY = new Amount(10, 200, 1, 0, 0);
  private static final ToolOutcome REFUSED = new ToolOutcome.Denied("budget", "It is used up.");
  private static final Problem PROBLEM = new Problem("no_summary", "No summary", "It is late.", "");

  /// e1 is being asked of the model, at a price.
  private static final Story THINKING = Story.opened().then(Facts.accepted(limits(Budgets.NONE)));

  private static Limits limits(Budgets budgets) {
    return new Limits(5, 1_000, 2, LoopGuard.OFF, budgets.at(PRICE));
  }

  private static Spending spending(Story story) {
    return story.state().totals().spending();
  }

  private static Event failed(Cause cause, List<Replacement> replacements) {
    return new Event.CompactionFailed(
        new ShorteningFailure("ann", cause, PROBLEM, 0, COST, replacements));
  }

  private static Replacement replacement(@Nullable Price price) {
    return new Replacement(OVERLOADED, new Fallback("script/other", price));
  }

  @Test
  void aCallOfTheHostIsPaidByTheSessionOnceItWasStarted() {
    var begun = THINKING.then(DirectRows.accepted(planned(2, together(), ALLOW)));
    assertThat(Budgeting.usedBySession(begun.state(), NOW)).isEqualTo(Amount.ofTime(5_000));
    var running = begun.then(DirectRows.started(2, 1));
    assertThat(Budgeting.usedBySession(running.state(), NOW))
        .isEqualTo(new Amount(0, 0, 0, 1, 5_000));
    assertThat(Budgeting.usedByRun(running.state(), NOW)).isEqualTo(Amount.ofTime(5_000));
    var settled = running.then(settled(FINE));
    assertThat(spending(settled).session()).isEqualTo(Amount.ofToolCalls(1));
    assertThat(spending(settled).run()).isEqualTo(Amount.NONE);
  }

  private static Event settled(ToolOutcome outcome) {
    return new Event.ToolSettled(DirectRows.CALL, e(2), outcome);
  }

  @Test
  void aCallOfTheHostThatWasNotMadeIsNotPaidFor() {
    var denied = THINKING.then(DirectRows.accepted(planned(2, together(), DENY)));
    assertThat(spending(denied.then(settled(new ToolOutcome.Denied("never-send", "No.")))))
        .isEqualTo(spending(THINKING));
    var refused =
        THINKING.then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1));
    assertThat(spending(refused.then(settled(REFUSED)))).isEqualTo(spending(THINKING));
    var uncounted =
        Story.thinking()
            .then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1));
    assertThat(spending(uncounted.then(settled(FINE)))).isSameAs(Spending.NONE);
  }

  @Test
  void whatACallCameToIsTheCallUnlessTheBudgetRefusedIt() {
    var call = Story.acting(planned(2, together(), ALLOW)).then(Facts.started(2, 1)).state();
    var open = call.call(e(2)).orElseThrow();
    assertThat(Budgeting.costOf(open, FINE)).isEqualTo(Amount.ofToolCalls(1));
    assertThat(Budgeting.costOf(open, REFUSED)).isEqualTo(Amount.NONE);
  }

  @Test
  void aRefusalWhereNothingIsCountedEndsItsRunAndNotTheNextOne() {
    var refused =
        Story.acting(planned(2, together(), ALLOW))
            .then(Facts.started(2, 1), Facts.settled(2, REFUSED));
    assertThat(spending(refused).halt()).isEqualTo(new Spending.Halt(1, "It is used up."));
    var over =
        refused.then(
            Facts.replied(3, saying("So far.")),
            Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.of("So far.")), TWICE));
    assertThat(spending(over)).isEqualTo(Spending.NONE);
  }

  @Test
  void aSummaryThatTheRunNeededIsPaidByTheRunAndOneThatSomebodyWantedIsNot() {
    var needed = spending(THINKING.then(failed(Cause.WINDOW, List.of())));
    assertThat(needed.run()).isEqualTo(REPLY);
    assertThat(needed.session()).isEqualTo(REPLY);
    var wanted = spending(THINKING.then(failed(Cause.ASKED, List.of())));
    assertThat(wanted.run()).isEqualTo(Amount.NONE);
    assertThat(wanted.session()).isEqualTo(REPLY);
    var uncounted = Story.thinking().then(failed(Cause.WINDOW, List.of()));
    assertThat(spending(uncounted)).isSameAs(Spending.NONE);
  }

  @Test
  void aSummaryCostsWhatTheModelTakesThatWasAskedLast() {
    var wanted =
        THINKING.then(failed(Cause.ASKED, List.of(replacement(PRICE), replacement(DEARER))));
    assertThat(spending(wanted).session()).isEqualTo(DEAR_REPLY);
    var dearer =
        THINKING.then(Facts.replaced(1, 2, OVERLOADED, new Fallback("script/other", DEARER)));
    assertThat(spending(dearer.then(failed(Cause.WINDOW, List.of()))).session())
        .isEqualTo(DEAR_REPLY);
    assertThat(spending(dearer.then(failed(Cause.ASKED, List.of()))).session()).isEqualTo(REPLY);
  }

  @Test
  void aModelThatIsAskedBesideTheConversationIsPaidWhereSomethingIsCounted() {
    var free = new Event.CompletionMade(new OneShot("title", "test/small", COST, Budgets.NONE));
    assertThat(spending(Story.opened().then(free))).isSameAs(Spending.NONE);
    var dear =
        new Event.CompletionMade(new OneShot("title", "test/small", COST, Budgets.NONE.at(DEARER)));
    assertThat(spending(Story.opened().then(dear)).session()).isEqualTo(DEAR_REPLY);
    assertThat(spending(THINKING.then(dear)).session()).isEqualTo(DEAR_REPLY);
    assertThat(spending(THINKING.then(dear)).run()).isEqualTo(Amount.NONE);
  }

  @Test
  void timeDoesNotCountWhileTheRunWaitsForAPerson() {
    var waiting =
        Story.acting(limits(Budgets.NONE), List.of(planned(2, together(), ASK)))
            .then(Facts.asked(2));
    assertThat(Budgeting.elapsed(waiting.state(), NOW)).isZero();
    assertThat(Budgeting.elapsed(THINKING.state(), NOW)).isEqualTo(5_000);
    assertThat(Budgeting.elapsed(Story.thinking().state(), NOW)).isZero();
  }

  @Test
  void whatStandsAgainstACallBesideARunIsTheBudgetOfTheSession() {
    var budgets = Budgets.NONE.ofSession(Budget.NONE.tokens(5));
    assertThat(Budgeting.shortfallBeside(Story.opened().state(), budgets, REPLY, NOW))
        .contains(new Shortfall(new Payer.OfSession(), Measure.TOKENS, 5, 0, 10));
    assertThat(Budgeting.shortfallBeside(Story.opened().state(), Budgets.NONE, REPLY, NOW))
        .isEmpty();
  }

  @Test
  void aWarningHoldsForTheSessionUntilItsLimitIsAnotherOne() {
    var soft = Budgets.NONE.ofSession(Budget.NONE.tokens(Cap.warning(5))).at(PRICE);
    var ofSession = new Warned(new Payer.OfSession(), Measure.TOKENS);
    var warned =
        Story.opened()
            .then(
                Facts.accepted(limits(soft)),
                new Event.BudgetWarned(RUN, new Payer.OfSession(), Measure.TOKENS, 5, 10),
                new Event.BudgetWarned(RUN, new Payer.OfRun(), Measure.TOKENS, 5, 10));
    assertThat(spending(warned).warned())
        .containsExactly(ofSession, new Warned(new Payer.OfRun(), Measure.TOKENS));
    var over = warned.then(Facts.replied(1, saying("Done.")), Facts.completed("Done."));
    assertThat(spending(over).warned()).containsExactly(ofSession);
    var again = over.then(new Event.RunAccepted(OTHER_RUN, PROMPT, limits(soft)));
    assertThat(spending(again).warned()).containsExactly(ofSession);
    var other = Budgets.NONE.ofSession(Budget.NONE.tokens(Cap.warning(6)));
    assertThat(spending(over.then(new Event.BudgetsSet(other, "ann"))).warned()).isEmpty();
  }

  @Test
  void aBudgetSaysOfEachMeasureWhatIsLimited() {
    var budget = Budget.NONE.tokens(1).money("0.000002").modelCalls(3).toolCalls(4).time(Cap.at(5));
    assertThat(List.of(Measure.values()))
        .extracting(measure -> budget.of(measure).hard())
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void moneyIsAskedForWhereAnyLimitOfItIs() {
    var hard = Budget.NONE.money("1");
    var soft = Budget.NONE.money(Cap.warning(1));
    assertThat(Budgets.NONE.haveMoney()).isFalse();
    assertThat(Budgets.NONE.ofRun(Budget.NONE.tokens(1)).ofAccount("acme").haveMoney()).isFalse();
    for (var budget : List.of(hard, soft)) {
      assertThat(Budgets.NONE.ofRun(budget).haveMoney()).isTrue();
      assertThat(Budgets.NONE.ofSession(budget).haveMoney()).isTrue();
      assertThat(Budgets.NONE.ofAccount("acme", budget).haveMoney()).isTrue();
    }
  }
}
