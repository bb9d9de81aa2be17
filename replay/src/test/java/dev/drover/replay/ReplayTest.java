package dev.drover.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionMachine;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.replay.ReplayWorld.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Complete generated sessions, replayed.
@Tag("B13")
class ReplayTest {
  private static final int SEEDS = 1_000;
  private static final int INPUTS = 40;
  private static final List<ReplayWorld.Lived> LIVES =
      LongStream.range(0, SEEDS).mapToObj(s -> ReplayWorld.live(s, Clock.TICKING, INPUTS)).toList();

  /// Inputs, events, outcomes of calls and ends of runs, sorted.
  private static final List<String> EVERYTHING =
      List.of(
          "AnswerGiven",
          "AnswerRejected",
          "ApprovalAnswered",
          "ApprovalExpired",
          "ApprovalGiven",
          "ApprovalRequested",
          "CancelRequested",
          "ChecksEnded",
          "ClearRequested",
          "CloseRequested",
          "CompactRequested",
          "CompactionDenied",
          "CompactionFailed",
          "CompactionGiven",
          "CompletionMade",
          "DeferredCallChecked",
          "DeferredCallCompleted",
          "DeferredCallExpired",
          "DeferredNewsGiven",
          "DenialGiven",
          "DirectCallAccepted",
          "DirectCalled",
          "EditRequested",
          "Forked",
          "HandOffRequested",
          "HandedOff",
          "HistoryCleared",
          "HistoryCompacted",
          "ModelAnswered",
          "ModelCallFailed",
          "ModelFailed",
          "ModelPostponed",
          "ModelReplaced",
          "ModelReplied",
          "OneShotGiven",
          "Opened",
          "OutcomeEdited",
          "PromptDenied",
          "PromptQueued",
          "Prompted",
          "QuestionAnswered",
          "QuestionAsked",
          "RecipeAdopted",
          "Recovered",
          "ReplyInterrupted",
          "RunAccepted",
          "RunFinished",
          "RunRecovered",
          "SessionForked",
          "SessionHandedOff",
          "SessionOpened",
          "TextSteered",
          "ToolAnswered",
          "ToolAsked",
          "ToolDeferred",
          "ToolProbed",
          "ToolSettled",
          "ToolStarted",
          "ToolsPlanned",
          "VerificationFailed",
          "VerificationGiven",
          "VerificationRecorded",
          "VerificationStarted",
          "failed answer_misfit",
          "failed budget_exhausted",
          "failed checks_failed",
          "failed crash_loop",
          "failed interrupted",
          "failed model_unavailable",
          "failed out_of_turns",
          "finished Cancelled",
          "finished Completed",
          "finished HandedOff",
          "settled Cancelled",
          "settled Denied",
          "settled Failed",
          "settled Refused",
          "settled Succeeded",
          "settled Unknown");

  @Test
  void anEmptyJournalReplaysToASessionThatWasNeverOpened() {
    assertThat(Replay.of(List.of())).isEqualTo(new ReplayReport(0, 0, 0, 0, 0, SessionState.NEW));
  }

  @Test
  void everySessionReplaysToTheSameStateWithoutAnEffect() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var lived = LIVES.get(seed);
      var expected =
          new ReplayReport(
              lived.journal().size(),
              lived.commits().size(),
              events(lived, Event.RunAccepted.class),
              modelEnds(lived),
              events(lived, Event.ToolStarted.class),
              lived.state());
      assertThat(Replay.of(lived.journal())).as("seed %d", seed).isEqualTo(expected);
      assertThat(expected.effectsPerformed()).isZero();
    }
  }

  @Test
  @Tag("A7")
  void aClockThatStopsOrGoesBackMakesNoDifference() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var lived = ReplayWorld.live(seed, Clock.BROKEN, INPUTS);
      var outcome = Replay.of(lived.journal());
      assertThat(outcome).as("seed %d", seed).isInstanceOf(ReplayReport.class);
      assertThat(((ReplayReport) outcome).state()).as("seed %d", seed).isEqualTo(lived.state());
    }
  }

  @Test
  void aPrefixReplaysIfItEndsBetweenTwoDecisions() {
    for (int seed = 0; seed < SEEDS / 10; seed++) {
      var lived = LIVES.get(seed);
      int length = 0;
      for (int i = 0; i < lived.commits().size(); i++) {
        for (int cut = 1; cut < lived.commits().get(i); cut++) {
          var outcome = Replay.of(lived.journal().subList(0, length + cut));
          if (!couldBeShorter(lived.inputs().get(i))) {
            assertThat(outcome).as("seed %d", seed).isInstanceOf(ReplayDivergence.class);
          }
        }
        length += lived.commits().get(i);
        var whole = Replay.of(lived.journal().subList(0, length));
        assertThat(whole).as("seed %d", seed).isInstanceOf(ReplayReport.class);
      }
    }
  }

  /// The beginning of a cancel can look like tools that answered "cancelled", that of a hand-off
  /// like a tool that answered, that of a recovery that closes the run like one that continues it,
  /// and that of the end of checks like a report of the host.
  private static boolean couldBeShorter(Input input) {
    return input instanceof Input.CancelRequested
        || input instanceof Input.CloseRequested
        || input instanceof Input.HandedOff
        || input instanceof Input.ChecksEnded
        || input instanceof Input.Recovered;
  }

  @Test
  @Tag("B12")
  void aForkAtAnyEventReplaysEvenInsideADecision() {
    for (int seed = 0; seed < SEEDS / 10; seed++) {
      var journal = LIVES.get(seed).journal();
      var place = SessionState.NEW;
      for (int length = 1; length <= journal.size(); length++) {
        place = place.after(journal.get(length - 1));
        var forked = fork(place);
        var whole = new ArrayList<>(journal.subList(0, length));
        whole.addAll(forked.entries());
        assertThat(Replay.of(whole))
            .as("seed %d, fork at %d", seed, length)
            .isInstanceOfSatisfying(
                ReplayReport.class, report -> assertThat(report.state()).isEqualTo(forked.next()));
      }
    }
  }

  private static Decision.Commit fork(SessionState place) {
    var input =
        new Input.Forked(new SessionId("s-fork"), new SessionId("s-1"), "clerk", "/work", "ann");
    return (Decision.Commit) SessionMachine.decide(place, input, place.position().at());
  }

  @Test
  @Tag("B12")
  void anEventThatWasNotDecidedIsFoundBeforeAForkToo() {
    var lived = LIVES.getFirst();
    var opened = lived.journal().subList(0, 2);
    var place = opened.stream().reduce(SessionState.NEW, SessionState::after, (_, last) -> last);
    // At one instant, as the events of one decision are.
    var at = place.position().at();
    var stray =
        new RecordedEvent(3, at, new Event.RunRecovered(new RunId("r-9"), "host-b", List.of()));
    var checked = new RecordedEvent(4, at, new Event.BudgetsSet(BudgetSet.NONE, "ann"));
    var forked = fork(place.after(stray).after(checked));
    var journal = new ArrayList<>(opened);
    journal.addAll(List.of(stray, checked));
    journal.addAll(forked.entries());
    assertThat(Replay.of(journal))
        .isInstanceOfSatisfying(
            ReplayDivergence.class, divergence -> assertThat(divergence.seq()).isEqualTo(3));
  }

  @Test
  void aTimeChangedInsideADecisionIsFoundAtItsPosition() {
    for (int seed = 0; seed < SEEDS / 10; seed++) {
      var lived = LIVES.get(seed);
      int start = 0;
      for (int i = 0; i < lived.commits().size(); i++) {
        int last = start + lived.commits().get(i) - 1;
        if (last > start && !couldBeShorter(lived.inputs().get(i))) {
          var old = lived.journal().get(last);
          var tampered = new ArrayList<>(lived.journal());
          tampered.set(last, new RecordedEvent(old.seq(), old.at().plusNanos(1), old.event()));
          assertThat(Replay.of(tampered))
              .as("seed %d", seed)
              .isEqualTo(
                  new ReplayDivergence(
                      old.seq(),
                      new ReplayDivergence.Expected.Exactly(old),
                      new ReplayDivergence.Found.Stands(tampered.get(last))));
        }
        start = last + 1;
      }
    }
  }

  @Test
  void aSwapOrALossIsNeverFoundBeforeTheDecisionItIsInAndNeverThrows() {
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var lived = LIVES.get(seed);
      var random = new SplittableRandom(seed);
      int index = random.nextInt(lived.journal().size() - 1);
      var events = new ArrayList<>(lived.journal().stream().map(RecordedEvent::event).toList());
      if (random.nextBoolean()) {
        events.remove(index);
      } else {
        events.set(index, events.set(index + 1, events.get(index)));
      }
      if (Replay.of(renumbered(lived.journal(), events)) instanceof ReplayDivergence divergence) {
        found++;
        int start =
            boundaries(lived).stream()
                .filter(each -> each <= index)
                .max(Integer::compare)
                .orElseThrow();
        assertThat(divergence.seq()).as("seed %d", seed).isGreaterThan(start);
      }
    }
    // The others are possible journals: a lost prompt, two answers in another order.
    assertThat(found).isGreaterThan(SEEDS * 9 / 10);
  }

  @Test
  void theGeneratedSessionsCoverEveryInputAndEvent() {
    assertThat(met()).containsExactlyElementsOf(EVERYTHING);
  }

  /// The kinds of inputs, events, outcomes and ends.
  private static Set<String> met() {
    var met = new TreeSet<String>();
    for (int seed = 0; seed < SEEDS; seed++) {
      var lived = LIVES.get(seed);
      lived.inputs().forEach(input -> met.add(input.getClass().getSimpleName()));
      for (var entry : lived.journal()) {
        met.add(entry.event().getClass().getSimpleName());
        switch (entry.event()) {
          case Event.ToolSettled settled ->
              met.add("settled " + settled.outcome().getClass().getSimpleName());
          case Event.RunFinished(_, RunOutcome.Failed(var failure, _), _) ->
              met.add("failed " + failure.problem().code());
          case Event.RunFinished finished ->
              met.add("finished " + finished.outcome().getClass().getSimpleName());
          default -> {}
        }
      }
    }
    return met;
  }

  /// Lengths at which the journal ends between two decisions.
  private static List<Integer> boundaries(ReplayWorld.Lived lived) {
    var boundaries = new ArrayList<>(List.of(0));
    for (int size : lived.commits()) {
      boundaries.add(boundaries.getLast() + size);
    }
    return boundaries;
  }

  /// Other events at the same positions and times.
  private static List<RecordedEvent> renumbered(List<RecordedEvent> places, List<Event> events) {
    var journal = new ArrayList<RecordedEvent>();
    for (int i = 0; i < events.size(); i++) {
      Instant at = places.get(i).at();
      journal.add(new RecordedEvent(i + 1, at, events.get(i)));
    }
    return journal;
  }

  private static long events(ReplayWorld.Lived lived, Class<? extends Event> kind) {
    return lived.journal().stream().filter(entry -> kind.isInstance(entry.event())).count();
  }

  private static long modelEnds(ReplayWorld.Lived lived) {
    return lived.inputs().stream()
        .filter(
            input -> input instanceof Input.ModelAnswered || input instanceof Input.ModelCallFailed)
        .count();
  }
}
