package dev.drover.kernel;

import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.OTHER_RECIPE;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.THEN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.calling;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Message.Ending;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What single facts leave behind: in the conversation, the profile and the totals.
class FoldTest {
  private static final ToolOutcome BAD = new ToolOutcome.Failed(Text.of("no such file"));
  private static final Message ASKED = new Message.User(Text.of("Go."));

  private static Message said(String words) {
    return new Message.Assistant(List.of(new Block.Prose(Text.of(words))), Ending.WHOLE);
  }

  private static Message result(long effect, ToolOutcome outcome) {
    return new Message.ToolResult(e(effect), "call-" + effect, "send", outcome);
  }

  @Test
  void aSessionKnowsWhoseItIs() {
    assertThat(Story.opened().state().profile())
        .isEqualTo(
            new Profile(
                SESSION,
                "clerk",
                "/work",
                RECIPE,
                List.of(),
                List.of(),
                Identity.NONE,
                Origin.OWN));
  }

  @Test
  void theLastRecipeIsTheOneInForce() {
    var state = Story.opened().then(new Event.RecipeAdopted(OTHER_RECIPE)).state();
    assertThat(state.profile().recipe()).isEqualTo(OTHER_RECIPE);
  }

  @Test
  @Tag("D2")
  void resultsAreInTheOrderOfTheCallsWhateverOrderTheyCameIn() {
    var state = Turn.BOTH_RUN.then(Facts.settled(3, BAD), Facts.settled(2, FINE)).state();
    assertThat(state.conversation().messages())
        .containsExactly(
            ASKED,
            new Message.Assistant(
                calling(
                        List.of(
                            planned(2, together(), Samples.ALLOW),
                            planned(3, together(), Samples.ALLOW)))
                    .blocks(),
                Ending.WHOLE),
            result(2, FINE),
            result(3, BAD));
  }

  @Test
  @Tag("B3")
  void aCompletedRunExtendsTheHistory() {
    var state =
        Story.thinking().then(Facts.replied(1, saying("Done.")), Facts.completed("Done.")).state();
    assertThat(state.conversation().messages()).containsExactly(ASKED, said("Done."));
  }

  @Test
  @Tag("B3")
  void aRunOnAGivenHistoryUsesItAndLeavesTheSessionsOwn() {
    var given = List.of(new Message.User(Text.of("Before?")), said("Before."));
    var elsewhere = new Prompt(Text.of("Go on."), new Prompt.History.Given(given), null);
    var before = Story.thinking().then(Facts.replied(1, saying("Done.")), Facts.completed("Done."));
    var during = before.then(new Event.RunAccepted(OTHER_RUN, elsewhere, Limits.DEFAULT));
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
  void aFailedRunThatTouchedNothingLeavesNoTrace() {
    var failed = Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE);
    assertThat(Story.thinking().then(failed).state().conversation()).isEqualTo(Conversation.EMPTY);
  }

  @Test
  @Tag("B3")
  void aCancelledReplyIsKeptAndMarked() {
    var state =
        Story.thinking()
            .then(Facts.interrupted(1, "I was"), Facts.cancelledByAnn(Usage.NONE))
            .state();
    assertThat(state.conversation().messages())
        .containsExactly(
            ASKED,
            new Message.Assistant(List.of(new Block.Prose(Text.of("I was"))), Ending.INTERRUPTED));
  }

  @Test
  @Tag("B9")
  void aClearedHistoryIsEmptyAndTheTotalsStay() {
    var before = Story.thinking().then(Facts.replied(1, saying("Done.")), Facts.completed("Done."));
    var after = before.then(new Event.HistoryCleared("ann")).state();
    assertThat(after.conversation().messages()).isEmpty();
    assertThat(after.totals()).isEqualTo(new Totals(1, 1, COST, COST, Text.of("Done.")));
  }

  @Test
  @Tag("B9")
  void aTurnIsFinishedWhenItsCallsAreSettled() {
    assertThat(Turn.ONE_LEFT.state().totals()).isEqualTo(new Totals(1, 0, COST, COST, Text.EMPTY));
    assertThat(Turn.ONE_LEFT.then(Facts.settled(3, FINE)).state().totals())
        .isEqualTo(new Totals(1, 1, COST, COST, Text.EMPTY));
  }

  @Test
  @Tag("B9")
  void usageAddsUpOverTurns() {
    var state =
        Turn.ONE_LEFT
            .then(Facts.settled(3, FINE), Facts.replied(4, saying("Done.")))
            .then(Facts.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE))
            .state();
    assertThat(state.totals()).isEqualTo(new Totals(1, 2, TWICE, COST, Text.of("Done.")));
  }

  @Test
  @Tag("E3")
  void aYesForTheSessionAddsItsRuleOnceAndOneForAlwaysIsTheStores() {
    assertThat(grantsAfter(Answer.Scope.SESSION)).containsExactly("send(*)");
    assertThat(grantsAfter(Answer.Scope.ALWAYS)).isEmpty();
    assertThat(grantsAfter(Answer.Scope.ONCE)).isEmpty();
  }

  private static List<String> grantsAfter(Answer.Scope scope) {
    return Story.acting(planned(2, together(), Samples.ASK), askedToo())
        .then(Facts.asked(2), Facts.asked(3))
        .then(Facts.said(2, new Answer.Yes(scope)), Facts.started(2, 1))
        .then(Facts.said(3, new Answer.Yes(scope)), Facts.started(3, 1))
        .state()
        .profile()
        .grants();
  }

  private static PlannedCall askedToo() {
    return planned(3, together(), Samples.ASK);
  }

  @Test
  @Tag("E3")
  void aYesForOnceAndANoAddNoRule() {
    var once = Turn.ASKED_ALONE.then(Facts.said(2, new Answer.Yes(Answer.Scope.ONCE)));
    var no = Turn.ASKED_ALONE.then(Facts.said(2, new Answer.No("", Answer.Then.GO_ON)));
    assertThat(once.state().profile().grants()).isEmpty();
    assertThat(no.state().profile().grants()).isEmpty();
  }

  @Test
  @Tag("E8")
  void aSessionKnowsWhatKindsOfDataItHasSeenUntilItForgetsThem() {
    var story =
        Turn.BOTH_RUN.then(
            new Event.ToolSettled(RUN, e(2), FINE, List.of(Label.SECRET)),
            new Event.ToolSettled(RUN, e(3), FINE, List.of(Label.UNTRUSTED)),
            Facts.replied(4, saying("Done.")),
            Facts.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE));
    assertThat(story.state().profile().labels()).containsExactly(Label.UNTRUSTED, Label.SECRET);
    assertThat(story.state().conversation().messages().get(2))
        .isEqualTo(new Message.ToolResult(e(2), "call-2", "send", FINE, List.of(Label.SECRET)));
    assertThat(story.then(new Event.HistoryCleared("ann")).state().profile().labels()).isEmpty();
  }

  @Test
  @Tag("D15")
  void whatACallSawAndTouchedStaysWithItWhileItIsOpen() {
    var look = new BlobId("0d".repeat(32));
    var one = new FileChange("a.txt", FileChange.ABSENT, new FileChange.Side.Folder());
    var other = new FileChange("b.txt", FileChange.ABSENT, new FileChange.Side.Folder());
    var open =
        Turn.BOTH_RUN
            .then(
                new Event.WorkspaceKept(RUN, e(2), look),
                new Event.FilesTouched(RUN, e(2), List.of(one)),
                new Event.FilesTouched(RUN, e(2), List.of(other)),
                Facts.delegated(TaskMode.FOREGROUND))
            .state()
            .call(e(2))
            .orElseThrow();
    assertThat(open.look()).isEqualTo(look);
    assertThat(open.touched()).containsExactly(one, other);
    assertThat(open.child()).isEqualTo(new SessionId("s-1-e2"));
  }

  @Test
  void anEditedOutcomeIsWhatTheModelSeesAndTheRestOfItStays() {
    var edit = new Event.OutcomeEdited(e(2), BAD, "ann");
    var done =
        Turn.BOTH_RUN.then(
            new Event.ToolSettled(RUN, e(2), FINE, List.of(Label.SECRET)),
            Facts.settled(3, FINE),
            Facts.replied(4, saying("Done.")),
            Facts.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE));
    var before = done.state().conversation().messages();
    assertThat(done.then(edit).state().conversation().messages())
        .containsExactly(
            before.get(0),
            before.get(1),
            new Message.ToolResult(e(2), "call-2", "send", BAD, List.of(Label.SECRET)),
            before.get(3),
            before.get(4));
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> Story.opened().then(edit).state())
        .withMessage("no outcome of e2 can be edited");
  }

  @Test
  @Tag("A5")
  void aFactAboutAFinishedRunChangesNothingButTheCount() {
    var over =
        Story.thinking().then(Facts.replied(1, saying("Done.")), Facts.completed("Done.")).state();
    for (var late :
        List.of(
            Facts.cancelledByAnn(COST),
            Facts.replied(1, saying("Late.")),
            Facts.interrupted(1, "Late"),
            Facts.settled(2, FINE))) {
      assertThat(over.after(new Recorded(6, THEN, late)))
          .isEqualTo(over.at(new Position(6, THEN, 1)));
    }
  }

  @Test
  @Tag("A5")
  void aFactAboutAnEarlierRunDoesNotTouchTheOneThatIsGoing() {
    var second =
        Story.thinking()
            .then(Facts.replied(1, saying("Done.")), Facts.completed("Done."))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, Limits.DEFAULT))
            .state();
    assertThat(second.after(new Recorded(7, THEN, Facts.cancelledByAnn(COST))))
        .isEqualTo(second.at(new Position(7, THEN, 2)));
  }

  @Test
  @Tag("A1")
  void aNumberThatIsMissingOrRepeatedIsRefused() {
    var state = Story.opened().state();
    for (long wrong : new long[] {1, 2, 4}) {
      assertThatExceptionOfType(JournalOutOfOrder.class)
          .isThrownBy(() -> state.after(new Recorded(wrong, THEN, Facts.accepted())))
          .withMessage("event %d follows event 2", wrong);
    }
  }

  @Test
  void aFactWhereItCannotStandIsRefused() {
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> Story.thinking().then(Facts.settled(2, FINE)).state())
        .withMessage("no call is open under e2");
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(() -> Turn.BOTH_RUN.then(Facts.settled(9, FINE)).state())
        .withMessage("no call is open under e9");
    assertThatExceptionOfType(JournalOutOfOrder.class)
        .isThrownBy(
            () -> Story.thinking().then(new Event.RunAccepted(RUN, PROMPT, Limits.DEFAULT)).state())
        .withMessage("event 4 needs the session to be Idle, it is Thinking");
  }
}
