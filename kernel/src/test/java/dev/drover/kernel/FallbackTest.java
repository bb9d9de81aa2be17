package dev.drover.kernel;

import static dev.drover.kernel.FallbackRows.LAST;
import static dev.drover.kernel.FallbackRows.REPLACED;
import static dev.drover.kernel.FallbackRows.SPARE;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.THROTTLED;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.saying;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Where a run stands whose model was replaced.
@Tag("C2")
class FallbackTest {
  private static final SessionState STATE = REPLACED.state();

  /// A token of the run's own model costs ten millionths, one of the spare model's input one.
  private static final Limits PRICED =
      Samples.LIMITS.with(Budgets.NONE.at(new Price(10_000_000, 10_000_000, 0, 0)));

  @Test
  void theOtherModelIsAskedAtOnceUnderAFreshNameWithAllItsAttempts() {
    var story =
        Story.thinking()
            .then(
                Facts.failed(1, 1, THROTTLED, LATER),
                Facts.failed(1, 2, OVERLOADED, LATER),
                Facts.replaced(1, 3, OVERLOADED, SPARE));
    assertThat(story.state().due())
        .containsExactly(new Effect.CallModel(RUN, e(2), 1, 0, Instant.EPOCH, Effect.Offer.TOOLS));
  }

  @Test
  void itIsAskedWhatTheFirstWasAsked() {
    assertThat(STATE.conversation()).isEqualTo(Story.thinking().state().conversation());
  }

  @Test
  void requestsAreBuiltForItToTheEndOfTheRun() {
    assertThat(STATE.profile().recipe()).isEqualTo(RECIPE.withModel("spare/small"));
    assertThat(STATE.ownModel()).isEqualTo("script/one");
  }

  @Test
  void theNextRunBeginsWithTheFirstOneWhicheverCameLast() {
    var over =
        REPLACED.then(
            Facts.replaced(2, 1, OVERLOADED, LAST),
            Facts.replied(3, saying("Done.")),
            Facts.completed("Done."));
    assertThat(over.state().profile().recipe()).isEqualTo(RECIPE);
    var next = over.then(new Event.RunAccepted(OTHER_RUN, PROMPT, Samples.LIMITS)).state();
    assertThat(next.ownModel()).isEqualTo("script/one");
  }

  @Test
  @Tag("B12")
  void aForkInTheMiddleBeginsWithTheFirstOneToo() {
    var fork =
        REPLACED.then(
            new Event.SessionForked(new SessionId("s-2"), SESSION, 4, "clerk", "/work", "ann"));
    assertThat(fork.state().profile().recipe()).isEqualTo(RECIPE);
  }

  @Test
  @Tag("A14")
  void whoeverTakesTheRunOverGoesOnWithTheOtherOne() {
    var taken = REPLACED.then(new Event.RunRecovered(RUN, "host", List.of(e(2)))).state();
    assertThat(taken.profile().recipe()).isEqualTo(RECIPE.withModel("spare/small"));
    assertThat(taken.due()).isEqualTo(STATE.due());
  }

  @Test
  @Tag("E7")
  void tokensHaveThePriceOfTheModelThatUsedThem() {
    var story =
        Story.opened()
            .then(
                Facts.accepted(PRICED),
                Facts.replaced(1, 1, OVERLOADED, SPARE),
                Facts.replied(2, saying("Done.")));
    // Six tokens of input at one, four of output for nothing.
    assertThat(story.state().totals().spending().run().money()).isEqualTo(6);
    var next =
        story.then(
            Facts.completed("Done."),
            new Event.RunAccepted(OTHER_RUN, PROMPT, PRICED),
            new Event.ModelReplied(OTHER_RUN, e(3), saying("Again.")));
    // Ten tokens at ten.
    assertThat(next.state().totals().spending().run().money()).isEqualTo(100);
    assertThat(next.state().totals().spending().session().money()).isEqualTo(106);
  }

  @Test
  @Tag("E7")
  void aPriceThatNobodyKnowsIsNotTheFirstOnes() {
    var story =
        Story.opened()
            .then(
                Facts.accepted(PRICED),
                Facts.replaced(1, 1, OVERLOADED, LAST),
                Facts.replied(2, saying("Done.")));
    assertThat(story.state().totals().spending().run()).isEqualTo(new Amount(10, 0, 1, 0, 0));
  }

  @Test
  @Tag("E7")
  void budgetsThatAreSetMeanwhileDoNotChangeThePrice() {
    var story =
        Story.opened()
            .then(
                Facts.accepted(PRICED),
                Facts.replaced(1, 1, OVERLOADED, SPARE),
                new Event.BudgetsSet(PRICED.budgets().ofRun(Budget.NONE.tokens(90)), "ann"),
                Facts.replied(2, saying("Done.")));
    assertThat(story.state().totals().spending().run().money()).isEqualTo(6);
  }
}
