package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The conversation, the totals and the run after a compaction.
@Tag("C6")
class CompactionStateTest {
  private static final Message GO = new Message.User(Text.of("Go."));
  private static final Message SUMMARY =
      new Message.User(Text.of("[What was said and done before this, summed up]"));
  private static final Message DONE =
      new Message.Assistant(
          List.of(new ContentBlock.Prose(Text.of("Done."))), Message.Ending.WHOLE);

  private static Event compacted(CompactionOutcome.Applied applied) {
    return new Event.HistoryCompacted(applied);
  }

  private static CompactionOutcome.Applied threeDropped() {
    return CompactionOutcomeRows.summedUp(3, 1, List.of(0));
  }

  @Test
  void keptUserMessagesTheSummaryAndKeptMessagesRemain() {
    var state = CompactionOutcomeRows.RESTING.then(compacted(threeDropped())).state();
    assertThat(state.conversation().messages()).containsExactly(GO, SUMMARY, DONE);
    assertThat(state.phase()).isEqualTo(SessionPhase.IDLE);
  }

  @Test
  void theNoticeForARemovedOutputHasItsSizeAndAdvice() {
    var once = CompactionOutcomeRows.RESTING.then(compacted(CompactionOutcomeRows.trimmed(4, 2)));
    assertThat(((Message.ToolResult) once.state().conversation().messages().get(2)).outcome())
        .isEqualTo(
            new ToolOutcome.Succeeded(
                Text.of(
                    "[This output was taken out to make room: it had 4 bytes. Call the tool again"
                        + " if you still need it.]")));
    var twice = once.then(compacted(CompactionOutcomeRows.trimmed(4, 2)));
    assertThat(twice.state().conversation()).isEqualTo(once.state().conversation());
  }

  @Test
  void theNoticeForAStoredOutputHasItsSize() {
    var stored = new Text.Stored(new BlobId("ab".repeat(32)), 70_000);
    var state =
        HandwrittenJournal.acting(
                SampleValues.planned(2, SampleValues.together(), SampleValues.ALLOW))
            .then(
                SampleEvents.started(2, 1),
                SampleEvents.settled(2, new ToolOutcome.Failed(stored)),
                compacted(CompactionOutcomeRows.trimmed(3, 2)))
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
  void theSummaryIsChargedOnceAndIsNotATurn() {
    var before = CompactionOutcomeRows.SECOND_TURN.state();
    var after =
        CompactionOutcomeRows.SECOND_TURN
            .then(compacted(CompactionOutcomeRows.summedUp(1, 2, List.of(0))))
            .state();
    assertThat(after.totals().usage()).isEqualTo(new Usage(26, 9, 0, 0, 1));
    assertThat(after.running().orElseThrow().used()).isEqualTo(new Usage(26, 9, 0, 0, 1));
    assertThat(after.totals().turns()).isEqualTo(before.totals().turns());
    assertThat(after.totals().lastTurn()).isEqualTo(COST);
  }

  @Test
  @Tag("K2")
  void theModelIsCalledAgainInTheSameTurnUnderAFreshId() {
    var before = (SessionPhase.Thinking) CompactionOutcomeRows.SECOND_TURN.state().phase();
    var after =
        (SessionPhase.Thinking)
            CompactionOutcomeRows.SECOND_TURN
                .then(compacted(CompactionOutcomeRows.trimmed(3, 2)))
                .state()
                .phase();
    assertThat(before.effect()).isEqualTo(e(3));
    assertThat(after.effect()).isEqualTo(e(4));
    assertThat(after.attempt()).isEqualTo(1);
    assertThat(after.frame().turn()).isEqualTo(before.frame().turn());
    assertThat(after.frame().progress().compaction())
        .isEqualTo(RunProgress.CompactionState.COMPACTED);
  }

  @Test
  void aReplyAllowsTheNextCompaction() {
    var state =
        CompactionOutcomeRows.SECOND_TURN
            .then(
                compacted(CompactionOutcomeRows.trimmed(3, 2)),
                SampleEvents.replied(
                    4,
                    List.of(SampleValues.planned(5, SampleValues.together(), SampleValues.ALLOW))))
            .state();
    assertThat(state.running().orElseThrow().progress().compaction())
        .isEqualTo(RunProgress.CompactionState.UNTOUCHED);
  }

  @Test
  void aSummaryCallBetweenRunsHasItsOwnId() {
    var state =
        CompactionOutcomeRows.RESTING
            .then(
                compacted(threeDropped()),
                new Event.RunAccepted(OTHER_RUN, PROMPT, SampleValues.LIMITS))
            .state();
    assertThat(((SessionPhase.Thinking) state.phase()).effect()).isEqualTo(e(5));
  }

  @Test
  void aFailedSummaryCallHasItsOwnIdOnlyBetweenRuns() {
    var resting = CompactionOutcomeRows.RESTING.then(failed(CompactionOutcomeRows.NO_SUMMARY));
    assertThat(CompactionOutcomeRows.RESTING.state().position().nextEffect()).isEqualTo(e(4));
    assertThat(resting.state().position().nextEffect()).isEqualTo(e(5));
    var thinking = CompactionOutcomeRows.SECOND_TURN.then(failed(CompactionOutcomeRows.TOO_LATE));
    assertThat(thinking.state().position().nextEffect())
        .isEqualTo(CompactionOutcomeRows.SECOND_TURN.state().position().nextEffect());
  }

  private static Event failed(CompactionOutcome.Failed failure) {
    return new Event.CompactionFailed(failure);
  }

  /// A second run, whose prompt is the fifth message.
  private static HandwrittenJournal secondRun() {
    return CompactionOutcomeRows.RESTING.then(
        new Event.RunAccepted(OTHER_RUN, PROMPT, SampleValues.LIMITS));
  }

  private static Event failed() {
    return new Event.RunFinished(
        OTHER_RUN, new RunOutcome.Failed(SampleValues.OVERLOADED, Text.EMPTY), Usage.NONE);
  }

  @Test
  @Tag("B3")
  void aRunThatFailsWithoutATraceRestoresTheCompactedConversation() {
    var state =
        secondRun()
            .then(compacted(CompactionOutcomeRows.summedUp(3, 2, List.of(0))), failed())
            .state();
    assertThat(state.conversation().messages()).containsExactly(GO, SUMMARY, DONE);
  }

  @Test
  @Tag("B3")
  void aRunThatFailsWithoutATraceRestoresTheWholeConversationIfNothingWouldRemain() {
    var whole = CompactionOutcomeRows.RESTING.state().conversation();
    var state =
        secondRun()
            .then(compacted(CompactionOutcomeRows.summedUp(4, 1, List.of(0))), failed())
            .state();
    assertThat(state.conversation()).isEqualTo(whole);
    var twice =
        secondRun()
            .then(
                compacted(CompactionOutcomeRows.summedUp(4, 1, List.of(0))),
                compacted(CompactionOutcomeRows.summedUp(1, 2, List.of())),
                failed());
    assertThat(twice.state().conversation()).isEqualTo(whole);
  }

  @Test
  @Tag("B3")
  void anAbandonedConversationIsNotSearchedForInOneOfTheSameLength() {
    var denied = List.of(SampleValues.planned(6, SampleValues.together(), SampleValues.DENY));
    var grown =
        secondRun()
            .then(
                compacted(CompactionOutcomeRows.summedUp(4, 1, List.of(0))),
                new Event.ModelReplied(OTHER_RUN, e(5), SampleValues.calling(denied)),
                new Event.ToolsPlanned(OTHER_RUN, denied),
                new Event.ToolSettled(OTHER_RUN, e(6), new ToolOutcome.Denied("never-send", "")));
    assertThat(grown.state().conversation().size()).isEqualTo(5);
    assertThat(
            grown
                .then(compacted(CompactionOutcomeRows.summedUp(2, 3, List.of())), failed())
                .state()
                .conversation())
        .isEqualTo(CompactionOutcomeRows.RESTING.state().conversation());
  }

  @Test
  @Tag("B3")
  void aGivenHistoryIsCompactedForItsRunOnly() {
    var own = CompactionOutcomeRows.RESTING.state().conversation();
    var given = new Prompt.History.Given(List.of(GO, DONE, GO, DONE));
    var running =
        CompactionOutcomeRows.RESTING.then(
            new Event.RunAccepted(
                OTHER_RUN, new Prompt(Text.of("And?"), given, null), SampleValues.LIMITS),
            compacted(CompactionOutcomeRows.summedUp(3, 2, List.of())));
    assertThat(running.state().conversation().messages())
        .containsExactly(SUMMARY, DONE, new Message.User(Text.of("And?")));
    var ended =
        running.then(
            new Event.ModelReplied(OTHER_RUN, e(5), saying("Yes.")),
            new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Yes.")), COST));
    assertThat(ended.state().conversation()).isEqualTo(own);
  }

  @Test
  void aCompactionThatDoesNotFitIsNotFolded() {
    assertThat(FINE).isEqualTo(new ToolOutcome.Succeeded(Text.of("fine")));
    var parting = compacted(CompactionOutcomeRows.summedUp(2, 2, List.of(0)));
    assertThatThrownBy(() -> CompactionOutcomeRows.RESTING.then(parting).state())
        .isInstanceOf(JournalOutOfOrder.class);
    var notAnOutput = compacted(CompactionOutcomeRows.trimmed(4, 1));
    assertThatThrownBy(() -> CompactionOutcomeRows.RESTING.then(notAnOutput).state())
        .isInstanceOf(JournalOutOfOrder.class);
    var whileActing = compacted(CompactionOutcomeRows.summedUp(1, 1, List.of(0)));
    assertThatThrownBy(() -> HalfFinishedTurns.BOTH_RUN.then(whileActing).state())
        .isInstanceOf(JournalOutOfOrder.class);
  }

  @Test
  void aCutOfNothingOrEverythingOrOutOfOrderIsRefused() {
    assertThatThrownBy(() -> new CompactionOutcome.Cut(0, 3, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CompactionOutcome.Cut(3, 0, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CompactionOutcome.Cut(3, 3, List.of(1, 1), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CompactionOutcome.Cut(3, 3, List.of(), List.of(2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CompactionOutcomeRows.trimmed(3, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFailedCompactionIsChargedAndRecorded() {
    var story =
        CompactionOutcomeRows.SECOND_TURN.then(
            new Event.CompactionFailed(CompactionOutcomeRows.FAILURE));
    var state = story.state();
    assertThat(state.conversation())
        .isEqualTo(CompactionOutcomeRows.SECOND_TURN.state().conversation());
    assertThat(state.records().failedCompactionTokens()).isEqualTo(900);
    // Ten tokens of the first reply, and seven.
    assertThat(state.totals().usage().total()).isEqualTo(17);
    assertThat(state.running().orElseThrow().used().total()).isEqualTo(17);
    assertThat(state.due()).extracting(Effect::id).containsExactly(SampleValues.e(4));
  }

  @Test
  void theNextSummaryAndAClearedHistoryResetTheFailedCompaction() {
    var story =
        CompactionOutcomeRows.SECOND_TURN.then(
            new Event.CompactionFailed(CompactionOutcomeRows.FAILURE));
    var resting =
        story.then(
            SampleEvents.replied(4, SampleValues.saying("Done.")), SampleEvents.completed("Done."));
    assertThat(resting.state().records().failedCompactionTokens()).isEqualTo(900);
    assertThat(
            resting
                .then(new Event.HistoryCompacted(CompactionOutcomeRows.summedUp(3, 1, List.of(0))))
                .state()
                .records()
                .failedCompactionTokens())
        .isZero();
    assertThat(
            resting
                .then(new Event.HistoryCleared("ann"))
                .state()
                .records()
                .failedCompactionTokens())
        .isZero();
  }

  @Test
  void aLateSummaryIsChargedToTheSessionAndNotToTheCurrentRun() {
    var state =
        CompactionOutcomeRows.SECOND_TURN
            .then(new Event.CompactionFailed(CompactionOutcomeRows.TOO_LATE))
            .state();
    assertThat(state.totals().usage().total()).isEqualTo(35);
    assertThat(state.running().orElseThrow().used().total()).isEqualTo(10);
    assertThat(state.records().failedCompactionTokens()).isZero();
    assertThat(state.due()).isEqualTo(CompactionOutcomeRows.SECOND_TURN.state().due());
  }
}
