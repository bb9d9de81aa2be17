package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RECIPE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.THEN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.calling;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Message.Ending;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The effect of single events on the conversation, the profile and the totals.
class FoldTest {
  private static final ToolOutcome BAD = new ToolOutcome.Failed(Text.of("no such file"));
  private static final Message ASKED = new Message.User(Text.of("Go."));

  private static Message said(String words) {
    return new Message.Assistant(List.of(new ContentBlock.Prose(Text.of(words))), Ending.WHOLE);
  }

  private static Message result(long effect, ToolOutcome outcome) {
    return new Message.ToolResult(e(effect), "call-" + effect, "send", outcome);
  }

  @Test
  void aSessionHasTheProfileItWasOpenedWith() {
    assertThat(HandwrittenJournal.opened().state().profile())
        .isEqualTo(
            new SessionProfile(
                SESSION,
                "clerk",
                "/work",
                RECIPE,
                List.of(),
                List.of(),
                Identity.NONE,
                SessionOrigin.OWN));
  }

  @Test
  void theLastRecipeIsInForce() {
    var state = HandwrittenJournal.opened().then(new Event.RecipeAdopted(OTHER_RECIPE)).state();
    assertThat(state.profile().recipe()).isEqualTo(OTHER_RECIPE);
  }

  @Test
  @Tag("D2")
  void resultsAreInTheOrderOfTheCalls() {
    var state =
        HalfFinishedTurns.BOTH_RUN
            .then(SampleEvents.settled(3, BAD), SampleEvents.settled(2, FINE))
            .state();
    assertThat(state.conversation().messages())
        .containsExactly(
            ASKED,
            new Message.Assistant(
                calling(
                        List.of(
                            planned(2, together(), SampleValues.ALLOW),
                            planned(3, together(), SampleValues.ALLOW)))
                    .blocks(),
                Ending.WHOLE),
            result(2, FINE),
            result(3, BAD));
  }

  @Test
  @Tag("B3")
  void aCompletedRunExtendsTheHistory() {
    var state =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."))
            .state();
    assertThat(state.conversation().messages()).containsExactly(ASKED, said("Done."));
  }

  @Test
  @Tag("B3")
  void aRunOnAGivenHistoryUsesItAndDoesNotChangeTheSessionsOwn() {
    var given = List.of(new Message.User(Text.of("Before?")), said("Before."));
    var elsewhere = new Prompt(Text.of("Go on."), new Prompt.History.Given(given), null);
    var before =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."));
    var during = before.then(new Event.RunAccepted(OTHER_RUN, elsewhere, RunLimits.DEFAULT));
    var after =
        during.then(
            new Event.ModelReplied(OTHER_RUN, e(2), saying("More.")),
            new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("More.")), COST));
    assertThat(during.state().conversation().messages())
        .containsExactly(given.get(0), given.get(1), new Message.User(Text.of("Go on.")));
    assertThat(after.state().conversation().messages()).containsExactly(ASKED, said("Done."));
    assertThat(after.state().totals().lastResponse()).isEqualTo(Text.of("More."));
  }

  @Test
  @Tag("B3")
  void aFailedRunWithoutSideEffectsLeavesNoTrace() {
    var failed = SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE);
    assertThat(HandwrittenJournal.thinking().then(failed).state().conversation())
        .isEqualTo(Conversation.EMPTY);
  }

  @Test
  @Tag("B3")
  void aCancelledReplyIsKeptAndMarked() {
    var state =
        HandwrittenJournal.thinking()
            .then(SampleEvents.interrupted(1, "I was"), SampleEvents.cancelledByAnn(Usage.NONE))
            .state();
    assertThat(state.conversation().messages())
        .containsExactly(
            ASKED,
            new Message.Assistant(
                List.of(new ContentBlock.Prose(Text.of("I was"))), Ending.INTERRUPTED));
  }

  @Test
  @Tag("B9")
  void aClearedHistoryIsEmptyAndTheTotalsStay() {
    var before =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."));
    var after = before.then(new Event.HistoryCleared("ann")).state();
    assertThat(after.conversation().messages()).isEmpty();
    assertThat(after.totals()).isEqualTo(new SessionTotals(1, 1, COST, COST, Text.of("Done.")));
  }

  @Test
  @Tag("B9")
  void aTurnIsFinishedWhenItsCallsAreSettled() {
    assertThat(HalfFinishedTurns.ONE_LEFT.state().totals())
        .isEqualTo(new SessionTotals(1, 0, COST, COST, Text.EMPTY));
    assertThat(HalfFinishedTurns.ONE_LEFT.then(SampleEvents.settled(3, FINE)).state().totals())
        .isEqualTo(new SessionTotals(1, 1, COST, COST, Text.EMPTY));
  }

  @Test
  @Tag("B9")
  void usageAddsUpOverTurns() {
    var state =
        HalfFinishedTurns.ONE_LEFT
            .then(SampleEvents.settled(3, FINE), SampleEvents.replied(4, saying("Done.")))
            .then(SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE))
            .state();
    assertThat(state.totals()).isEqualTo(new SessionTotals(1, 2, TWICE, COST, Text.of("Done.")));
  }

  @Test
  @Tag("E3")
  void anApprovalForTheSessionAddsItsRuleOnceAndOneForAlwaysDoesNot() {
    assertThat(grantsAfter(ApprovalAnswer.Scope.SESSION)).containsExactly("send(*)");
    assertThat(grantsAfter(ApprovalAnswer.Scope.ALWAYS)).isEmpty();
    assertThat(grantsAfter(ApprovalAnswer.Scope.ONCE)).isEmpty();
  }

  private static List<String> grantsAfter(ApprovalAnswer.Scope scope) {
    return HandwrittenJournal.acting(planned(2, together(), SampleValues.ASK), askedToo())
        .then(SampleEvents.asked(2), SampleEvents.asked(3))
        .then(SampleEvents.said(2, new ApprovalAnswer.Yes(scope)), SampleEvents.started(2, 1))
        .then(SampleEvents.said(3, new ApprovalAnswer.Yes(scope)), SampleEvents.started(3, 1))
        .state()
        .profile()
        .grants();
  }

  private static PlannedCall askedToo() {
    return planned(3, together(), SampleValues.ASK);
  }

  @Test
  @Tag("E3")
  void anApprovalForOnceAndADenialAddNoRule() {
    var once =
        HalfFinishedTurns.ASKED_ALONE.then(
            SampleEvents.said(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)));
    var no =
        HalfFinishedTurns.ASKED_ALONE.then(
            SampleEvents.said(2, new ApprovalAnswer.No("", ApprovalAnswer.OnDenial.GO_ON)));
    assertThat(once.state().profile().grants()).isEmpty();
    assertThat(no.state().profile().grants()).isEmpty();
  }

  @Test
  @Tag("E8")
  void aSessionKeepsItsLabelsUntilTheHistoryIsCleared() {
    var story =
        HalfFinishedTurns.BOTH_RUN.then(
            new Event.ToolSettled(RUN, e(2), FINE, List.of(Label.SECRET)),
            new Event.ToolSettled(RUN, e(3), FINE, List.of(Label.UNTRUSTED)),
            SampleEvents.replied(4, saying("Done.")),
            SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE));
    assertThat(story.state().profile().labels()).containsExactly(Label.UNTRUSTED, Label.SECRET);
    assertThat(story.state().conversation().messages().get(2))
        .isEqualTo(new Message.ToolResult(e(2), "call-2", "send", FINE, List.of(Label.SECRET)));
    assertThat(story.then(new Event.HistoryCleared("ann")).state().profile().labels()).isEmpty();
  }

  @Test
  @Tag("D15")
  void anOpenCallKeepsItsSnapshotAndFileChanges() {
    var look = new BlobId("0d".repeat(32));
    var one = new FileChange("a.txt", FileChange.ABSENT, new FileChange.FileState.Folder());
    var other = new FileChange("b.txt", FileChange.ABSENT, new FileChange.FileState.Folder());
    var open =
        HalfFinishedTurns.BOTH_RUN
            .then(
                new Event.WorkspaceKept(RUN, e(2), look),
                new Event.FilesTouched(RUN, e(2), List.of(one)),
                new Event.FilesTouched(RUN, e(2), List.of(other)),
                SampleEvents.delegated(TaskMode.FOREGROUND))
            .state()
            .call(e(2))
            .orElseThrow();
    assertThat(open.snapshot()).isEqualTo(look);
    assertThat(open.fileChanges()).containsExactly(one, other);
    assertThat(open.child()).isEqualTo(new SessionId("s-1-e2"));
  }

  @Test
  void theModelSeesAnEditedOutcomeAndNothingElseChanges() {
    var edit = new Event.OutcomeEdited(e(2), BAD, "ann");
    var done =
        HalfFinishedTurns.BOTH_RUN.then(
            new Event.ToolSettled(RUN, e(2), FINE, List.of(Label.SECRET)),
            SampleEvents.settled(3, FINE),
            SampleEvents.replied(4, saying("Done.")),
            SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE));
    var before = done.state().conversation().messages();
    assertThat(done.then(edit).state().conversation().messages())
        .containsExactly(
            before.get(0),
            before.get(1),
            new Message.ToolResult(e(2), "call-2", "send", BAD, List.of(Label.SECRET)),
            before.get(3),
            before.get(4));
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> HandwrittenJournal.opened().then(edit).state())
        .withMessage("no outcome of e2 can be edited");
  }

  @Test
  @Tag("A5")
  void anEventAboutAFinishedRunChangesOnlyTheCount() {
    var over =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."))
            .state();
    for (var late :
        List.of(
            SampleEvents.cancelledByAnn(COST),
            SampleEvents.replied(1, saying("Late.")),
            SampleEvents.interrupted(1, "Late"),
            SampleEvents.settled(2, FINE))) {
      assertThat(over.after(new RecordedEvent(6, THEN, late)))
          .isEqualTo(over.at(new JournalPosition(6, THEN, 1)));
    }
  }

  @Test
  @Tag("A5")
  void anEventAboutAnEarlierRunDoesNotAffectTheCurrentOne() {
    var second =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, RunLimits.DEFAULT))
            .state();
    assertThat(second.after(new RecordedEvent(7, THEN, SampleEvents.cancelledByAnn(COST))))
        .isEqualTo(second.at(new JournalPosition(7, THEN, 2)));
  }

  @Test
  @Tag("A1")
  void aMissingOrRepeatedSequenceNumberIsRefused() {
    var state = HandwrittenJournal.opened().state();
    for (long wrong : new long[] {1, 2, 4}) {
      assertThatExceptionOfType(JournalOutOfOrder.class)
          .isThrownBy(() -> state.after(new RecordedEvent(wrong, THEN, SampleEvents.accepted())))
          .withMessage("event %d follows event 2", wrong);
    }
  }

  @Test
  void anImpossibleEventIsRefused() {
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> HandwrittenJournal.thinking().then(SampleEvents.settled(2, FINE)).state())
        .withMessage("no call is open under e2");
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> HalfFinishedTurns.BOTH_RUN.then(SampleEvents.settled(9, FINE)).state())
        .withMessage("no call is open under e9");
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(
            () ->
                HandwrittenJournal.thinking()
                    .then(new Event.RunAccepted(RUN, PROMPT, RunLimits.DEFAULT))
                    .state())
        .withMessage("event 4 needs the session to be Idle, it is Thinking");
  }
}
