package dev.drover.kernel;

import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is left of a conversation, of counts and of a run when it was made shorter.
@Tag("C6")
class ShorteningTest {
  private static final Message GO = new Message.User(Text.of("Go."));
  private static final Message SUMMARY =
      new Message.User(Text.of("[What was said and done before this, summed up]"));
  private static final Message DONE =
      new Message.Assistant(List.of(new Block.Prose(Text.of("Done."))), Message.Ending.WHOLE);

  private static Event compacted(Shortening shortening) {
    return new Event.HistoryCompacted(shortening);
  }

  private static Shortening threeDropped() {
    return ShorteningRows.summedUp(3, 1, List.of(0));
  }

  @Test
  void whatTheUserSaidTheSummaryAndWhatWasKeptAreLeft() {
    var state = ShorteningRows.RESTING.then(compacted(threeDropped())).state();
    assertThat(state.conversation().messages()).containsExactly(GO, SUMMARY, DONE);
    assertThat(state.phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  void anOutputThatWasTakenOutSaysHowMuchItWasAndWhatToDo() {
    var once = ShorteningRows.RESTING.then(compacted(ShorteningRows.trimmed(4, 2)));
    assertThat(((Message.ToolResult) once.state().conversation().messages().get(2)).outcome())
        .isEqualTo(
            new ToolOutcome.Succeeded(
                Text.of(
                    "[This output was taken out to make room: it had 4 bytes. Call the tool again"
                        + " if you still need it.]")));
    var twice = once.then(compacted(ShorteningRows.trimmed(4, 2)));
    assertThat(twice.state().conversation()).isEqualTo(once.state().conversation());
  }

  @Test
  void anOutputThatIsKeptElsewhereSaysHowMuchItIs() {
    var stored = new Text.Stored(new BlobId("ab".repeat(32)), 70_000);
    var state =
        Story.acting(Samples.planned(2, Samples.together(), Samples.ALLOW))
            .then(
                Facts.started(2, 1),
                Facts.settled(2, new ToolOutcome.Failed(stored)),
                compacted(ShorteningRows.trimmed(3, 2)))
            .state();
    assertThat(((Message.ToolResult) state.conversation().last()).outcome())
        .isEqualTo(
            new ToolOutcome.Failed(
                Text.of(
                    "[This output was taken out to make room: it had 70000 bytes. Call the tool"
                        + " again if you still need it.]")));
  }

  @Test
  @Tag("F5")
  void theSummaryIsPaidForOnceAndIsNoTurn() {
    var before = ShorteningRows.SECOND_TURN.state();
    var after =
        ShorteningRows.SECOND_TURN
            .then(compacted(ShorteningRows.summedUp(1, 2, List.of(0))))
            .state();
    assertThat(after.totals().usage()).isEqualTo(new Usage(26, 9, 0, 0, 1));
    assertThat(after.running().orElseThrow().used()).isEqualTo(new Usage(26, 9, 0, 0, 1));
    assertThat(after.totals().turns()).isEqualTo(before.totals().turns());
    assertThat(after.totals().lastTurn()).isEqualTo(COST);
  }

  @Test
  @Tag("K2")
  void theModelIsAskedAgainInTheSameTurnUnderAFreshName() {
    var before = (Phase.Thinking) ShorteningRows.SECOND_TURN.state().phase();
    var after =
        (Phase.Thinking)
            ShorteningRows.SECOND_TURN
                .then(compacted(ShorteningRows.trimmed(3, 2)))
                .state()
                .phase();
    assertThat(before.effect()).isEqualTo(e(3));
    assertThat(after.effect()).isEqualTo(e(4));
    assertThat(after.attempt()).isEqualTo(1);
    assertThat(after.frame().turn()).isEqualTo(before.frame().turn());
    assertThat(after.frame().vigil().length()).isEqualTo(Vigil.Length.SHORTENED);
  }

  @Test
  void aReplyMakesRoomForTheNextTime() {
    var state =
        ShorteningRows.SECOND_TURN
            .then(
                compacted(ShorteningRows.trimmed(3, 2)),
                Facts.replied(4, List.of(Samples.planned(5, Samples.together(), Samples.ALLOW))))
            .state();
    assertThat(state.running().orElseThrow().vigil().length()).isEqualTo(Vigil.Length.UNTOUCHED);
  }

  @Test
  void theCallThatSumsUpBetweenRunsHasANameOfItsOwn() {
    var state =
        ShorteningRows.RESTING
            .then(
                compacted(threeDropped()), new Event.RunAccepted(OTHER_RUN, PROMPT, Samples.LIMITS))
            .state();
    assertThat(((Phase.Thinking) state.phase()).effect()).isEqualTo(e(5));
  }

  @Test
  void aCallThatSummedNothingUpHasANameOfItsOwnOnlyBetweenRuns() {
    var resting = ShorteningRows.RESTING.then(failed(ShorteningRows.NOBODY_SUMS_UP));
    assertThat(ShorteningRows.RESTING.state().position().nextEffect()).isEqualTo(e(4));
    assertThat(resting.state().position().nextEffect()).isEqualTo(e(5));
    var thinking = ShorteningRows.SECOND_TURN.then(failed(ShorteningRows.TOO_LATE));
    assertThat(thinking.state().position().nextEffect())
        .isEqualTo(ShorteningRows.SECOND_TURN.state().position().nextEffect());
  }

  private static Event failed(ShorteningFailure failure) {
    return new Event.CompactionFailed(failure);
  }

  /// A second run, whose prompt is the fifth message.
  private static Story secondRun() {
    return ShorteningRows.RESTING.then(new Event.RunAccepted(OTHER_RUN, PROMPT, Samples.LIMITS));
  }

  private static Event failed() {
    return new Event.RunFinished(
        OTHER_RUN, new RunOutcome.Failed(Samples.OVERLOADED, Text.EMPTY), Usage.NONE);
  }

  @Test
  @Tag("B3")
  void aRunThatFailsWithoutATraceLeavesWhatItFoundButShorter() {
    var state =
        secondRun().then(compacted(ShorteningRows.summedUp(3, 2, List.of(0))), failed()).state();
    assertThat(state.conversation().messages()).containsExactly(GO, SUMMARY, DONE);
  }

  @Test
  @Tag("B3")
  void aRunThatFailsWithoutATraceLeavesAllThatItFoundIfNothingOfItWouldBeLeft() {
    var whole = ShorteningRows.RESTING.state().conversation();
    var state =
        secondRun().then(compacted(ShorteningRows.summedUp(4, 1, List.of(0))), failed()).state();
    assertThat(state.conversation()).isEqualTo(whole);
    var twice =
        secondRun()
            .then(
                compacted(ShorteningRows.summedUp(4, 1, List.of(0))),
                compacted(ShorteningRows.summedUp(1, 2, List.of())),
                failed());
    assertThat(twice.state().conversation()).isEqualTo(whole);
  }

  @Test
  @Tag("B3")
  void whatARunLeftBehindIsNotSoughtInAConversationThatHasGrownAsLong() {
    var denied = List.of(Samples.planned(6, Samples.together(), Samples.DENY));
    var grown =
        secondRun()
            .then(
                compacted(ShorteningRows.summedUp(4, 1, List.of(0))),
                new Event.ModelReplied(OTHER_RUN, e(5), Samples.calling(denied)),
                new Event.ToolsPlanned(OTHER_RUN, denied),
                new Event.ToolSettled(OTHER_RUN, e(6), new ToolOutcome.Denied("never-send", "")));
    assertThat(grown.state().conversation().size()).isEqualTo(5);
    assertThat(
            grown
                .then(compacted(ShorteningRows.summedUp(2, 3, List.of())), failed())
                .state()
                .conversation())
        .isEqualTo(ShorteningRows.RESTING.state().conversation());
  }

  @Test
  @Tag("B3")
  void aHistoryThatWasGivenToOneRunBecomesShorterForThatRunAlone() {
    var own = ShorteningRows.RESTING.state().conversation();
    var given = new Prompt.History.Given(List.of(GO, DONE, GO, DONE));
    var running =
        ShorteningRows.RESTING.then(
            new Event.RunAccepted(
                OTHER_RUN, new Prompt(Text.of("And?"), given, null), Samples.LIMITS),
            compacted(ShorteningRows.summedUp(3, 2, List.of())));
    assertThat(running.state().conversation().messages())
        .containsExactly(SUMMARY, DONE, new Message.User(Text.of("And?")));
    var ended =
        running.then(
            new Event.ModelReplied(OTHER_RUN, e(5), saying("Yes.")),
            new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Yes.")), COST));
    assertThat(ended.state().conversation()).isEqualTo(own);
  }

  @Test
  void aRecordThatDoesNotFitIsNotFolded() {
    assertThat(FINE).isEqualTo(new ToolOutcome.Succeeded(Text.of("fine")));
    var parting = compacted(ShorteningRows.summedUp(2, 2, List.of(0)));
    assertThatThrownBy(() -> ShorteningRows.RESTING.then(parting).state())
        .isInstanceOf(JournalOutOfOrder.class);
    var notAnOutput = compacted(ShorteningRows.trimmed(4, 1));
    assertThatThrownBy(() -> ShorteningRows.RESTING.then(notAnOutput).state())
        .isInstanceOf(JournalOutOfOrder.class);
    var whileActing = compacted(ShorteningRows.summedUp(1, 1, List.of(0)));
    assertThatThrownBy(() -> Turn.BOTH_RUN.then(whileActing).state())
        .isInstanceOf(JournalOutOfOrder.class);
  }

  @Test
  void aCutThatTakesNothingOrAllOrOutOfOrderIsNone() {
    assertThatThrownBy(() -> new Cut(0, 3, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cut(3, 0, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cut(3, 3, List.of(1, 1), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cut(3, 3, List.of(), List.of(2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ShorteningRows.trimmed(3, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatNobodySummedUpIsPaidForAndRemembered() {
    var story = ShorteningRows.SECOND_TURN.then(new Event.CompactionFailed(ShorteningRows.FAILURE));
    var state = story.state();
    assertThat(state.conversation()).isEqualTo(ShorteningRows.SECOND_TURN.state().conversation());
    assertThat(state.annals().setback()).isEqualTo(900);
    // Ten tokens of the first reply, and seven.
    assertThat(state.totals().usage().total()).isEqualTo(17);
    assertThat(state.running().orElseThrow().used().total()).isEqualTo(17);
    assertThat(state.due()).extracting(Effect::id).containsExactly(Samples.e(4));
  }

  @Test
  void theSetbackIsForgottenWithTheNextSummaryAndWithTheConversation() {
    var story = ShorteningRows.SECOND_TURN.then(new Event.CompactionFailed(ShorteningRows.FAILURE));
    var resting = story.then(Facts.replied(4, Samples.saying("Done.")), Facts.completed("Done."));
    assertThat(resting.state().annals().setback()).isEqualTo(900);
    assertThat(
            resting
                .then(new Event.HistoryCompacted(ShorteningRows.summedUp(3, 1, List.of(0))))
                .state()
                .annals()
                .setback())
        .isZero();
    assertThat(resting.then(new Event.HistoryCleared("ann")).state().annals().setback()).isZero();
  }

  @Test
  void whatCameTooLateCountsForTheSessionAndNotForTheRunThatIsGoing() {
    var state =
        ShorteningRows.SECOND_TURN
            .then(new Event.CompactionFailed(ShorteningRows.TOO_LATE))
            .state();
    assertThat(state.totals().usage().total()).isEqualTo(35);
    assertThat(state.running().orElseThrow().used().total()).isEqualTo(10);
    assertThat(state.annals().setback()).isZero();
    assertThat(state.due()).isEqualTo(ShorteningRows.SECOND_TURN.state().due());
  }
}
