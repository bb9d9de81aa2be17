package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Concurrent inputs to one session from several processes, in many orders of a seeded scheduler.
/// Regardless of the winner, the promises to all others hold.
class SeededRacesTest {
  private static final int SEEDS = 400;

  private static final HandwrittenJournal ASKING =
      HandwrittenJournal.acting(planned(2, together(), ASK)).then(SampleEvents.asked(2));

  private static final HandwrittenJournal AWAY =
      HandwrittenJournal.acting(planned(2, together(), ALLOW))
          .then(
              SampleEvents.started(2, 1),
              new Event.ToolDeferred(RUN, e(2), NOW.minusSeconds(1), List.of()));

  private static final HandwrittenJournal BOTH_RUN =
      HandwrittenJournal.acting(planned(2, together(), ALLOW), planned(3, together(), ALLOW))
          .then(SampleEvents.started(2, 1), SampleEvents.started(3, 1));

  private static final Input CLOSE =
      new Input.CloseRequested("close", "the session was closed", Text.EMPTY);

  /// @param law that must hold after the race with this number
  private static void race(
      HandwrittenJournal begun, BiConsumer<InterleavedWriters, Integer> law, Input... said) {
    boolean somebodyWasTooSlow = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      var race = InterleavedWriters.of(seed, begun, said);
      law.accept(race, seed);
      assertInOrder(race, seed);
      somebodyWasTooSlow |= race.refusals() > 0;
    }
    assertThat(somebodyWasTooSlow).as("no two of them ever met").isTrue();
  }

  /// A call and a run end once, and every started call has ended when there is no work.
  private static void assertInOrder(InterleavedWriters race, int seed) {
    var settled = race.all(Event.ToolSettled.class).map(Event.ToolSettled::effect).toList();
    var finished = race.all(Event.RunFinished.class).map(Event.RunFinished::run).toList();
    assertThat(settled).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(finished).as("seed %d", seed).doesNotHaveDuplicates();
    if (race.state().running().isEmpty()) {
      var started = race.all(Event.ToolStarted.class).map(Event.ToolStarted::effect).toList();
      assertThat(settled).as("seed %d", seed).containsAll(started);
    }
  }

  private static long count(InterleavedWriters race, Class<? extends Event> kind) {
    return race.all(kind).count();
  }

  private static RunOutcome end(InterleavedWriters race) {
    return race.all(Event.RunFinished.class).findFirst().orElseThrow().outcome();
  }

  @Test
  @Tag("B4")
  void aCancelRacesWithTheEndOfTheRun() {
    race(
        HandwrittenJournal.thinking(),
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(end(race) instanceof RunOutcome.Cancelled)
              .as("seed %d", seed)
              .isEqualTo(race.counted(0));
        },
        cancel(RUN, ""),
        answered(1, 1, saying("Done.")));
  }

  @Test
  @Tag("B5")
  void twoClosesRaceWhileToolsRun() {
    race(
        BOTH_RUN,
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(end(race)).as("seed %d", seed).isInstanceOf(RunOutcome.Cancelled.class);
          assertThat(count(race, Event.ToolSettled.class)).as("seed %d", seed).isEqualTo(2);
        },
        CLOSE,
        CLOSE,
        new Input.ToolAnswered(e(2), FINE),
        new Input.ToolAnswered(e(3), FINE));
  }

  @Test
  @Tag("B5")
  void aCloseRacesWithAQueuedPrompt() {
    race(
        HandwrittenJournal.thinking(),
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isTrue();
          assertThat(race.counted(1)).as("seed %d", seed).isTrue();
          boolean began = count(race, Event.RunAccepted.class) == 2;
          var queued = race.state().backlog().queue();
          assertThat(queued).as("seed %d: nothing waits for ever", seed).isEmpty();
          assertThat(race.state().isRunning(OTHER_RUN)).as("seed %d", seed).isEqualTo(began);
        },
        CLOSE,
        new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, SampleValues.LIMITS, WhenBusy.QUEUE));
  }

  @Test
  @Tag("E3")
  void twoAnswersToOneApprovalRace() {
    race(
        ASKING,
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(count(race, Event.ApprovalAnswered.class)).as("seed %d", seed).isEqualTo(1);
          assertThat(count(race, Event.ToolStarted.class))
              .as("seed %d: it is started by a yes alone", seed)
              .isEqualTo(race.counted(0) ? 1 : 0);
        },
        new Input.ApprovalGiven(e(2), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann"),
        new Input.ApprovalGiven(
            e(2), new ApprovalAnswer.No("not now", ApprovalAnswer.OnDenial.GO_ON), "bob"));
  }

  @Test
  @Tag("E3")
  void anAnswerRacesWithItsDeadlineAndACancel() {
    race(
        ASKING,
        (race, seed) -> {
          assertThat(race.counted(2)).as("seed %d", seed).isTrue();
          assertThat(end(race)).as("seed %d", seed).isInstanceOf(RunOutcome.Cancelled.class);
          assertThat(count(race, Event.ToolSettled.class)).as("seed %d", seed).isEqualTo(1);
        },
        new Input.ApprovalGiven(e(2), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann"),
        new Input.ApprovalExpired(e(2)),
        cancel(RUN, ""));
  }

  @Test
  @Tag("D1")
  void anOutcomeOfADeferredCallRacesWithItsDeadline() {
    race(
        AWAY,
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(count(race, Event.ToolSettled.class)).as("seed %d", seed).isEqualTo(1);
        },
        new Input.DeferredCallCompleted(e(2), FINE, List.of(), "worker"),
        new Input.DeferredCallExpired(e(2)));
  }

  @Test
  @Tag("B6")
  void anAnswerOfTheToolRacesWithACancelOfTheCall() {
    race(
        BOTH_RUN,
        (race, seed) ->
            assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1)),
        new Input.ToolAnswered(e(2), FINE),
        new Input.CallCancelled(e(2), "ann"));
  }

  @Test
  @Tag("A12")
  void twoTakeoversRaceWithTheProcessThatIsNotDeadYet() {
    race(
        BOTH_RUN,
        (race, seed) ->
            assertThat(count(race, Event.ToolSettled.class))
                .as("seed %d", seed)
                .isLessThanOrEqualTo(2),
        recovered(Input.RecoveryCourse.DRIVE_ON),
        recovered(Input.RecoveryCourse.CLOSE),
        new Input.ToolAnswered(e(2), FINE),
        new Input.ToolAnswered(e(3), FINE));
  }
}
