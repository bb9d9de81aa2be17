package dev.drover.kernel;

import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Budgets hold whatever happens, and what was counted is counted once.
class BudgetLawTest {
  @ParameterizedTest
  @ValueSource(strings = {"tree", "tree-r-1"})
  void anAccountThatIsKeptForRunsCannotBeAskedFor(String name) {
    assertThatThrownBy(() -> Budgets.NONE.ofAccount(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("account: '%s' is kept for runs".formatted(name));
    assertThat(Budgets.NONE.ofAccount("trees").account()).isNotNull();
    var shared = Budgets.NONE.ofTree(Budget.NONE.tokens(7)).in(new RunId("r-1")).account();
    assertThat(shared).isEqualTo(new Budgets.Shared("tree-r-1", Budget.NONE.tokens(7)));
    assertThat(new Budgets.Shared("acme", budget(7)).payer())
        .isEqualTo(new Payer.OfAccount("acme"));
  }

  @Test
  @Tag("E7")
  void noRunStartsMoreCallsThanItsBudgetHas() {
    Walks.keep(
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
                // From here on the limit of a run is not to be read from its acceptance.
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
  void aSoftLimitOfARunIsSaidOnce() {
    Walks.keep(
        walk -> {
          var said = new ArrayList<String>();
          for (var event : walk.events()) {
            if (event instanceof Event.BudgetsSet) {
              said.clear();
            }
            if (event instanceof Event.BudgetWarned(var run, Payer.OfRun _, var measure, _, _)) {
              said.add(run + " " + measure);
            }
          }
          assertThat(said).doesNotHaveDuplicates();
        });
  }

  @Test
  @Tag("E7")
  @Tag("F5")
  void whatIsSpentIsTheSumOfWhatWasReported() {
    var price = new Price(2_000_000, 10_000_000, 0, 0);
    var limits = new Limits(5, 1_000, 2, LoopGuard.OFF, Budgets.NONE.at(price));
    var calls = List.of(planned(2, together(), Samples.ALLOW));
    var story =
        Story.acting(limits, calls)
            .then(
                Facts.started(2, 1),
                Facts.recovered(2),
                Facts.started(2, 2),
                Facts.settled(2, FINE),
                Facts.replied(3, Samples.saying("Done.")),
                Facts.completed("Done."));
    // Twice 6 tokens in and 4 out; the call counts once, however often it was started.
    assertThat(story.state().totals().spending().session())
        .isEqualTo(new Amount(20, 2 * (6 * 2 + 4 * 10), 2, 1, 0));
  }

  @Test
  @Tag("E7")
  void aSessionWithoutBudgetsCountsNothing() {
    var state = Story.thinking().then(Facts.replied(1, Samples.saying("Done."))).state();
    assertThat(state.totals().spending()).isSameAs(Spending.NONE);
  }

  @Test
  void moneyIsExactAndRoundedAgainstTheSpender() {
    var price = new Price(75_000, 300_000, 1, 100_000);
    // 6 × 0.075 + 4 × 0.3 = 1.65 millionths.
    assertThat(price.of(COST)).isEqualTo(2);
    assertThat(price.of(new Usage(0, 0, 1, 0, 0))).isEqualTo(1);
    assertThat(price.of(new Usage(1_000_000, 1_000_000, 0, 0, 0))).isEqualTo(375_000);
    // The input may have to be written to a cache, which costs more.
    assertThat(price.worst(1_000_000, 1_000_000)).isEqualTo(400_000);
    assertThat(price.of(new Usage(Long.MAX_VALUE, 0, 0, 0, 0)))
        .isEqualTo(Math.ceilDiv(Long.MAX_VALUE, 1_000_000));
    assertThat(Measure.millionths(new BigDecimal("12.5"))).isEqualTo(12_500_000);
    assertThat(Measure.MONEY.number(12_500_000)).isEqualTo("12.50");
    assertThat(Measure.MONEY.number(1)).isEqualTo("0.000001");
    assertThatThrownBy(() -> Budget.NONE.money("0.0000001"))
        .hasMessage("0.0000001 is not an amount of at most 6 digits behind the point")
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void eachTokenHasThePriceOfItsKindAndTheDearestIsAssumed() {
    var price = new Price(1_000_000, 20_000_000, 300_000_000, 4_000_000);
    assertThat(price.of(new Usage(1, 1, 1, 1, 0))).isEqualTo(1 + 20 + 300 + 4);
    assertThat(price.worst(2, 3)).isEqualTo(2 * 300 + 3 * 20);
    // Products that go round would be nothing, or one less than nothing.
    long most = 9_223_372_036_855L;
    assertThat(new Price(1L << 33, 0, 0, 0).of(new Usage(1L << 33, 0, 0, 0, 0))).isEqualTo(most);
    assertThat(new Price((1L << 32) + 1, 1, 0, 0).of(new Usage((1L << 32) - 1, 1, 0, 0, 0)))
        .isEqualTo(most);
  }

  @Test
  @Tag("E7")
  void whatStandsAgainstACallIsSaidInWords() {
    assertThat(new Shortfall(new Payer.OfAccount("acme"), Measure.MONEY, 2_000_000, 1_500_000, 1))
        .extracting(Shortfall::words)
        .isEqualTo(
            "the account acme has used 1.50 of its 2.00 of money; the next call may need 0.000001");
    assertThat(Budgeting.refused("It is used up", 1))
        .isEqualTo(
            new ToolOutcome.Denied(
                "budget",
                "It is used up. The call was not made. Answer with what you have, and say what is"
                    + " missing."));
    assertThat(Budgeting.refused("It is used up", 2))
        .isEqualTo(
            new ToolOutcome.Denied(
                "budget",
                "It is used up. A crash cut it off, and it may have happened. The call was not"
                    + " made. Answer with what you have, and say what is missing."));
  }

  @Test
  void limitsThatCannotBeMeantAreRefused() {
    assertThatThrownBy(() -> Budget.NONE.tokens(0)).hasMessageStartingWith("a limit is at least 1");
    assertThatThrownBy(() -> Cap.at(5).warningAt(6))
        .hasMessage("nobody is warned at 6 if 5 is never passed");
    assertThatThrownBy(() -> Budgets.NONE.ofAccount("a b", Budget.NONE))
        .hasMessageStartingWith("account 'a b' must be");
    assertThat(Budget.NONE.time(Duration.ofSeconds(90)).time()).isEqualTo(Cap.at(90_000));
    assertThat(Measure.TIME.number(90_000)).isEqualTo("1m30s");
  }

  @Test
  @Tag("E7")
  void runsThatDifferAtTheEndOfTheirLongNamesHaveAnAccountEach() {
    var session = "s-" + "x".repeat(58);
    var budgets = Budgets.NONE.ofTree(budget(100));
    assertThat(budgets.in(new RunId(session + "-e12")).account())
        .isEqualTo(new Budgets.Shared("tree-" + "x".repeat(55) + "-e12", budget(100)));
    assertThat(budgets.in(new RunId(session + "-e13")))
        .isNotEqualTo(budgets.in(new RunId(session + "-e12")));
    assertThat(budgets.in(new RunId("r-1")).account())
        .isEqualTo(new Budgets.Shared("tree-r-1", budget(100)));
  }

  @Test
  @Tag("E7")
  void aPromptNamesTheAccountThatItsRunSharesWithThoseWhoWorkForIt() {
    var limits = Samples.LIMITS.with(Budgets.NONE.ofTree(budget(100)));
    var prompted =
        new Input.Prompted(Samples.RUN, Samples.PROMPT, Samples.RECIPE, limits, WhenBusy.REFUSE);
    assertThat(prompted.limits().budgets().account())
        .isEqualTo(new Budgets.Shared("tree-r-1", budget(100)));
  }

  private static Budget budget(long tokens) {
    return Budget.NONE.tokens(tokens);
  }
}
