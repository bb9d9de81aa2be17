package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.FallbackRows.LAST;
import static dev.drover.kernel.machine.FallbackRows.REPLACED;
import static dev.drover.kernel.machine.FallbackRows.SPARE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.THROTTLED;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.saying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The state of a run whose model was replaced.
@Tag("C2")
class ModelReplacementStateTest {
  private static final SessionState STATE = REPLACED.state();

  /// A token of the run's own model costs ten millionths, an input token of the fallback model one.
  private static final RunLimits PRICED =
      SampleValues.LIMITS.with(
          BudgetSet.NONE.withPrice(new TokenPrice(10_000_000, 10_000_000, 0, 0)));

  @Test
  void theFallbackIsCalledAtOnceUnderAFreshIdWithAllItsAttempts() {
    var story =
        HandwrittenJournal.thinking()
            .then(
                SampleEvents.failed(1, 1, THROTTLED, LATER),
                SampleEvents.failed(1, 2, OVERLOADED, LATER),
                SampleEvents.replaced(1, 3, OVERLOADED, SPARE));
    assertThat(story.state().due())
        .containsExactly(new Effect.CallModel(RUN, e(2), 1, 0, Instant.EPOCH, Effect.Offer.TOOLS));
  }

  @Test
  void theFallbackGetsTheRequestOfTheFirstModel() {
    assertThat(STATE.conversation())
        .isEqualTo(HandwrittenJournal.thinking().state().conversation());
  }

  @Test
  void requestsAreBuiltForTheFallbackUntilTheRunEnds() {
    assertThat(STATE.profile().recipe()).isEqualTo(RECIPE.withModel("spare/small"));
    assertThat(STATE.ownModel()).isEqualTo("script/one");
  }

  @Test
  void theNextRunBeginsWithTheFirstModel() {
    var over =
        REPLACED.then(
            SampleEvents.replaced(2, 1, OVERLOADED, LAST),
            SampleEvents.replied(3, saying("Done.")),
            SampleEvents.completed("Done."));
    assertThat(over.state().profile().recipe()).isEqualTo(RECIPE);
    var next = over.then(new Event.RunAccepted(OTHER_RUN, PROMPT, SampleValues.LIMITS)).state();
    assertThat(next.ownModel()).isEqualTo("script/one");
  }

  @Test
  @Tag("B12")
  void aForkInsideTheRunBeginsWithTheFirstModel() {
    var fork =
        REPLACED.then(
            new Event.SessionForked(new SessionId("s-2"), SESSION, 4, "clerk", "/work", "ann"));
    assertThat(fork.state().profile().recipe()).isEqualTo(RECIPE);
  }

  @Test
  @Tag("A14")
  void takingOverTheRunContinuesWithTheFallback() {
    var taken = REPLACED.then(new Event.RunRecovered(RUN, "host", List.of(e(2)))).state();
    assertThat(taken.profile().recipe()).isEqualTo(RECIPE.withModel("spare/small"));
    assertThat(taken.due()).isEqualTo(STATE.due());
  }

  @Test
  @Tag("E7")
  void tokensHaveThePriceOfTheModelThatUsedThem() {
    var story =
        HandwrittenJournal.opened()
            .then(
                SampleEvents.accepted(PRICED),
                SampleEvents.replaced(1, 1, OVERLOADED, SPARE),
                SampleEvents.replied(2, saying("Done.")));
    // Six tokens of input at one, four of output for free.
    assertThat(story.state().totals().spending().run().money()).isEqualTo(6);
    var next =
        story.then(
            SampleEvents.completed("Done."),
            new Event.RunAccepted(OTHER_RUN, PROMPT, PRICED),
            new Event.ModelReplied(OTHER_RUN, e(3), saying("Again.")));
    // Ten tokens at ten.
    assertThat(next.state().totals().spending().run().money()).isEqualTo(100);
    assertThat(next.state().totals().spending().session().money()).isEqualTo(106);
  }

  @Test
  @Tag("E7")
  void anUnknownPriceIsNotReplacedByThePriceOfTheFirstModel() {
    var story =
        HandwrittenJournal.opened()
            .then(
                SampleEvents.accepted(PRICED),
                SampleEvents.replaced(1, 1, OVERLOADED, LAST),
                SampleEvents.replied(2, saying("Done.")));
    assertThat(story.state().totals().spending().run()).isEqualTo(new BudgetAmount(10, 0, 1, 0, 0));
  }

  @Test
  @Tag("E7")
  void settingBudgetsDuringTheRunDoesNotChangeThePrice() {
    var story =
        HandwrittenJournal.opened()
            .then(
                SampleEvents.accepted(PRICED),
                SampleEvents.replaced(1, 1, OVERLOADED, SPARE),
                new Event.BudgetsSet(PRICED.budgets().ofRun(Budget.NONE.tokens(90)), "ann"),
                SampleEvents.replied(2, saying("Done.")));
    assertThat(story.state().totals().spending().run().money()).isEqualTo(6);
  }
}
