package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Budgets always hold, and each usage is counted once.
class BudgetLawTest {
  @ParameterizedTest
  @ValueSource(strings = {"tree", "tree-r-1"})
  void anAccountNameReservedForRunsIsRefused(String name) {
    assertThatThrownBy(() -> BudgetSet.NONE.ofAccount(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("account: '%s' is reserved for runs".formatted(name));
    assertThat(BudgetSet.NONE.ofAccount("trees").account()).isNotNull();
    var shared = BudgetSet.NONE.ofTree(Budget.NONE.tokens(7)).forRun(new RunId("r-1")).account();
    assertThat(shared).isEqualTo(new BudgetSet.SharedAccount("tree-r-1", Budget.NONE.tokens(7)));
    assertThat(new BudgetSet.SharedAccount("acme", budget(7)).payer())
        .isEqualTo(new BudgetScope.OfAccount("acme"));
  }

  @Test
  @Tag("E7")
  void noRunStartsMoreCallsThanItsBudgetHas() {
    WalkRunner.keep(
        walk -> {
          long most = Long.MAX_VALUE;
          var calls = new HashSet<EffectId>();
          var direct = new HashSet<RunId>();
          for (var event : walk.events()) {
            switch (event) {
              case Event.RunAccepted(_, _, var limits) -> {
                calls.clear();
                most = limits.budgets().run().toolCalls().hard();
              }
              case Event.BudgetsSet _ -> {
                // From here on the limit of a run cannot be read from its acceptance.
                return;
              }
              case Event.DirectCallAccepted(var run, _, _) -> direct.add(run);
              case Event.ToolStarted(var run, var effect, _) when !direct.contains(run) -> {
                calls.add(effect);
                assertThat((long) calls.size()).isLessThanOrEqualTo(most);
              }
              case Event.OfRun _, Event.OfSession _ -> {}
            }
          }
        });
  }

  @Test
  @Tag("E7")
  void aSoftLimitOfARunIsReportedOnce() {
    WalkRunner.keep(
        walk -> {
          var said = new ArrayList<String>();
          for (var event : walk.events()) {
            if (event instanceof Event.BudgetsSet) {
              said.clear();
            }
            if (event
                instanceof Event.BudgetWarned(var run, BudgetScope.OfRun _, var measure, _, _)) {
              said.add(run + " " + measure);
            }
          }
          assertThat(said).doesNotHaveDuplicates();
        });
  }

  @Test
  @Tag("E7")
  @Tag("F5")
  void theAmountUsedIsTheSumOfTheReportedUsage() {
    var price = new TokenPrice(2_000_000, 10_000_000, 0, 0);
    var limits = new RunLimits(5, 1_000, 2, LoopGuard.OFF, BudgetSet.NONE.withPrice(price));
    var calls = List.of(planned(2, together(), SampleValues.ALLOW));
    var story =
        HandwrittenJournal.acting(limits, calls)
            .then(
                SampleEvents.started(2, 1),
                SampleEvents.recovered(2),
                SampleEvents.started(2, 2),
                SampleEvents.settled(2, FINE),
                SampleEvents.replied(3, SampleValues.saying("Done.")),
                SampleEvents.completed("Done."));
    // Twice 6 tokens in and 4 out; the call counts once, regardless of its number of starts.
    assertThat(story.state().totals().spending().session())
        .isEqualTo(new BudgetAmount(20, 2 * (6 * 2 + 4 * 10), 2, 1, 0));
  }

  @Test
  @Tag("E7")
  void aSessionWithoutBudgetsCountsNothing() {
    var state =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, SampleValues.saying("Done.")))
            .state();
    assertThat(state.totals().spending()).isSameAs(BudgetUsage.NONE);
  }

  @Test
  void moneyIsExactAndRoundedUp() {
    var price = new TokenPrice(75_000, 300_000, 1, 100_000);
    // 6 × 0.075 + 4 × 0.3 = 1.65 millionths.
    assertThat(price.of(COST)).isEqualTo(2);
    assertThat(price.of(new Usage(0, 0, 1, 0, 0))).isEqualTo(1);
    assertThat(price.of(new Usage(1_000_000, 1_000_000, 0, 0, 0))).isEqualTo(375_000);
    // The input may have to be written to a cache, which costs more.
    assertThat(price.maxCost(1_000_000, 1_000_000)).isEqualTo(400_000);
    assertThat(price.of(new Usage(Long.MAX_VALUE, 0, 0, 0, 0)))
        .isEqualTo(Math.ceilDiv(Long.MAX_VALUE, 1_000_000));
    assertThat(BudgetMeasure.millionths(new BigDecimal("12.5"))).isEqualTo(12_500_000);
    assertThat(BudgetMeasure.MONEY.format(12_500_000)).isEqualTo("12.50");
    assertThat(BudgetMeasure.MONEY.format(1)).isEqualTo("0.000001");
    assertThatThrownBy(() -> Budget.NONE.money("0.0000001"))
        .hasMessage("0.0000001 is not an amount of at most 6 digits behind the point")
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void eachTokenHasThePriceOfItsKindAndTheMaximumAssumesTheHighest() {
    var price = new TokenPrice(1_000_000, 20_000_000, 300_000_000, 4_000_000);
    assertThat(price.of(new Usage(1, 1, 1, 1, 0))).isEqualTo(1 + 20 + 300 + 4);
    assertThat(price.maxCost(2, 3)).isEqualTo(2 * 300 + 3 * 20);
    // An overflowing product would be zero or negative.
    long most = 9_223_372_036_855L;
    assertThat(new TokenPrice(1L << 33, 0, 0, 0).of(new Usage(1L << 33, 0, 0, 0, 0)))
        .isEqualTo(most);
    assertThat(new TokenPrice((1L << 32) + 1, 1, 0, 0).of(new Usage((1L << 32) - 1, 1, 0, 0, 0)))
        .isEqualTo(most);
  }

  @Test
  @Tag("E7")
  void aShortfallIsDescribedInWords() {
    assertThat(
            new BudgetShortfall(
                new BudgetScope.OfAccount("acme"), BudgetMeasure.MONEY, 2_000_000, 1_500_000, 1))
        .extracting(BudgetShortfall::describe)
        .isEqualTo(
            "the account acme has used 1.50 of its 2.00 of money; the next call may need 0.000001");
    assertThat(BudgetRules.refused("It is used up", 1))
        .isEqualTo(
            new ToolOutcome.Denied(
                "budget",
                "It is used up. The call was not made. Answer with what you have, and say what is"
                    + " missing."));
    assertThat(BudgetRules.refused("It is used up", 2))
        .isEqualTo(
            new ToolOutcome.Denied(
                "budget",
                "It is used up. A crash cut it off, and it may have happened. The call was not"
                    + " made. Answer with what you have, and say what is missing."));
  }

  @Test
  void invalidLimitsAreRefused() {
    assertThatThrownBy(() -> Budget.NONE.tokens(0)).hasMessageStartingWith("a limit is at least 1");
    assertThatThrownBy(() -> BudgetCap.at(5).warningAt(6))
        .hasMessage("the soft limit 6 is above the hard limit 5");
    assertThatThrownBy(() -> BudgetSet.NONE.ofAccount("a b", Budget.NONE))
        .hasMessageStartingWith("account 'a b' must be");
    assertThat(Budget.NONE.time(Duration.ofSeconds(90)).time()).isEqualTo(BudgetCap.at(90_000));
    assertThat(BudgetMeasure.TIME.format(90_000)).isEqualTo("1m30s");
  }

  @Test
  @Tag("E7")
  void runsWithLongNamesThatDifferAtTheEndHaveSeparateAccounts() {
    var session = "s-" + "x".repeat(58);
    var budgets = BudgetSet.NONE.ofTree(budget(100));
    assertThat(budgets.forRun(new RunId(session + "-e12")).account())
        .isEqualTo(new BudgetSet.SharedAccount("tree-" + "x".repeat(55) + "-e12", budget(100)));
    assertThat(budgets.forRun(new RunId(session + "-e13")))
        .isNotEqualTo(budgets.forRun(new RunId(session + "-e12")));
    assertThat(budgets.forRun(new RunId("r-1")).account())
        .isEqualTo(new BudgetSet.SharedAccount("tree-r-1", budget(100)));
  }

  @Test
  @Tag("E7")
  void aPromptNamesTheAccountThatItsRunSharesWithItsDelegatedWork() {
    var limits = SampleValues.LIMITS.with(BudgetSet.NONE.ofTree(budget(100)));
    var prompted =
        new Input.Prompted(
            SampleValues.RUN, SampleValues.PROMPT, SampleValues.RECIPE, limits, WhenBusy.REFUSE);
    assertThat(prompted.limits().budgets().account())
        .isEqualTo(new BudgetSet.SharedAccount("tree-r-1", budget(100)));
  }

  private static Budget budget(long tokens) {
    return Budget.NONE.tokens(tokens);
  }
}
