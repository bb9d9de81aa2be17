package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.cancel;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is said to one session at the same time, by several processes, in every order that a seeded
/// scheduler comes up with. Whoever wins, what was promised to the others is true.
class SeededRacesTest {
  private static final int SEEDS = 400;

  private static final Story ASKING =
      Story.acting(planned(2, together(), ASK)).then(Facts.asked(2));

  private static final Story AWAY =
      Story.acting(planned(2, together(), ALLOW))
          .then(
              Facts.started(2, 1),
              new Event.ToolDeferred(RUN, e(2), NOW.minusSeconds(1), List.of()));

  private static final Story BOTH_RUN =
      Story.acting(planned(2, together(), ALLOW), planned(3, together(), ALLOW))
          .then(Facts.started(2, 1), Facts.started(3, 1));

  private static final Input CLOSE =
      new Input.CloseRequested("close", "the session was closed", Text.EMPTY);

  /// @param law what holds after the race with this number
  private static void race(Story begun, BiConsumer<Interleaving, Integer> law, Input... said) {
    boolean somebodyWasTooSlow = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      var race = Interleaving.of(seed, begun, said);
      law.accept(race, seed);
      assertInOrder(race, seed);
      somebodyWasTooSlow |= race.refusals() > 0;
    }
    assertThat(somebodyWasTooSlow).as("no two of them ever met").isTrue();
  }

  /// A call and a run end once, and a call that was started has ended when nothing is going.
  private static void assertInOrder(Interleaving race, int seed) {
    var settled = race.all(Event.ToolSettled.class).map(Event.ToolSettled::effect).toList();
    var finished = race.all(Event.RunFinished.class).map(Event.RunFinished::run).toList();
    assertThat(settled).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(finished).as("seed %d", seed).doesNotHaveDuplicates();
    if (race.state().running().isEmpty()) {
      var started = race.all(Event.ToolStarted.class).map(Event.ToolStarted::effect).toList();
      assertThat(settled).as("seed %d", seed).containsAll(started);
    }
  }

  private static long count(Interleaving race, Class<? extends Event> kind) {
    return race.all(kind).count();
  }

  private static RunOutcome end(Interleaving race) {
    return race.all(Event.RunFinished.class).findFirst().orElseThrow().outcome();
  }

  @Test
  @Tag("B4")
  void aCancelAndTheEndOfTheRun() {
    race(
        Story.thinking(),
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
  void twoClosesWhileToolsRun() {
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
  void aCloseAndAPromptThatWouldWait() {
    race(
        Story.thinking(),
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isTrue();
          assertThat(race.counted(1)).as("seed %d", seed).isTrue();
          boolean began = count(race, Event.RunAccepted.class) == 2;
          var queued = race.state().backlog().queue();
          assertThat(queued).as("seed %d: nothing waits for ever", seed).isEmpty();
          assertThat(race.state().isRunning(OTHER_RUN)).as("seed %d", seed).isEqualTo(began);
        },
        CLOSE,
        new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, Samples.LIMITS, WhenBusy.QUEUE));
  }

  @Test
  @Tag("E3")
  void twoAnswersToOneQuestion() {
    race(
        ASKING,
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(count(race, Event.ApprovalAnswered.class)).as("seed %d", seed).isEqualTo(1);
          assertThat(count(race, Event.ToolStarted.class))
              .as("seed %d: it is started by a yes alone", seed)
              .isEqualTo(race.counted(0) ? 1 : 0);
        },
        new Input.ApprovalGiven(e(2), new Answer.Yes(Answer.Scope.ONCE), "ann"),
        new Input.ApprovalGiven(e(2), new Answer.No("not now", Answer.Then.GO_ON), "bob"));
  }

  @Test
  @Tag("E3")
  void anAnswerTheEndOfItsTimeAndACancel() {
    race(
        ASKING,
        (race, seed) -> {
          assertThat(race.counted(2)).as("seed %d", seed).isTrue();
          assertThat(end(race)).as("seed %d", seed).isInstanceOf(RunOutcome.Cancelled.class);
          assertThat(count(race, Event.ToolSettled.class)).as("seed %d", seed).isEqualTo(1);
        },
        new Input.ApprovalGiven(e(2), new Answer.Yes(Answer.Scope.ONCE), "ann"),
        new Input.ApprovalExpired(e(2)),
        cancel(RUN, ""));
  }

  @Test
  @Tag("D1")
  void aCompletionAndItsDeadline() {
    race(
        AWAY,
        (race, seed) -> {
          assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1));
          assertThat(count(race, Event.ToolSettled.class)).as("seed %d", seed).isEqualTo(1);
        },
        new Input.CompletionGiven(e(2), FINE, List.of(), "worker"),
        new Input.CompletionOverdue(e(2)));
  }

  @Test
  @Tag("B6")
  void anAnswerOfTheToolAndACancelOfTheCall() {
    race(
        BOTH_RUN,
        (race, seed) ->
            assertThat(race.counted(0)).as("seed %d", seed).isNotEqualTo(race.counted(1)),
        new Input.ToolAnswered(e(2), FINE),
        new Input.CallCancelled(e(2), "ann"));
  }

  @Test
  @Tag("A12")
  void twoProcessesThatTakeOverAndTheOneThatIsNotDeadYet() {
    race(
        BOTH_RUN,
        (race, seed) ->
            assertThat(count(race, Event.ToolSettled.class))
                .as("seed %d", seed)
                .isLessThanOrEqualTo(2),
        recovered(Input.Course.DRIVE_ON),
        recovered(Input.Course.CLOSE),
        new Input.ToolAnswered(e(2), FINE),
        new Input.ToolAnswered(e(3), FINE));
  }
}
