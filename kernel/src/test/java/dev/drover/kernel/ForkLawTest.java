package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Decision.Commit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A fork at any event, also inside a decision, and also inside a run.
@Tag("B12")
class ForkLawTest {
  private static final SessionId FORK = new SessionId("s-fork");
  private static final Message INTERRUPTED =
      new Message.Assistant(List.of(), Message.Ending.INTERRUPTED);

  private static SessionState forked(SessionState source) {
    var fork = new Input.Forked(FORK, SESSION, "clerk", "/work", "ann");
    return ((Commit) SessionMachine.decide(source, fork, NOW)).next();
  }

  @Test
  @Tag("A13")
  void aStrictProviderAcceptsAPromptInAForkAtEveryEventOfEveryWalk() {
    Walks.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            var messages = forked(state).conversation().messages();
            assertThat(StrictProvider.objectionsToAPrompt(messages)).isEmpty();
          }
        });
  }

  @Test
  void nothingIsGoingWaitingGrantedOrCountedInAForkAtAnyEvent() {
    Walks.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            var fork = forked(state);
            assertThat(fork.due()).isEmpty();
            assertThat(fork.phase()).isEqualTo(Phase.IDLE);
            assertThat(fork.backlog()).isEqualTo(Backlog.EMPTY);
            assertThat(fork.profile().grants()).isEmpty();
            assertThat(fork.totals().runs()).isZero();
            assertThat(fork.totals().usage()).isEqualTo(Usage.NONE);
            assertThat(fork.totals().spending().session()).isEqualTo(Amount.NONE);
            assertThat(fork.totals().spending().warned()).isEmpty();
          }
        });
  }

  @Test
  @Tag("A1")
  void numbersAndNamesOfEffectsGoOnBehindThoseOfThePrefix() {
    Walks.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            var fork = forked(state);
            assertThat(fork.position().seq()).isEqualTo(state.position().seq() + 1);
            assertThat(fork.position().effects())
                .isGreaterThanOrEqualTo(state.position().effects());
            assertThat(fork.position().at()).isAfterOrEqualTo(state.position().at());
          }
        });
  }

  @Test
  void whatWasSaidBeforeTheOpenTurnIsTheSameInTheFork() {
    Walks.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            if (state.running().isEmpty()) {
              assertThat(forked(state).conversation()).isEqualTo(state.conversation());
            }
          }
        });
  }

  @Test
  void ofTwoCallsTheSettledOneKeepsItsOutcomeAndTheOtherMayHaveHappened() {
    var fork = forked(Turn.ONE_LEFT.state());
    assertThat(fork.conversation().messages())
        .endsWith(
            new Message.ToolResult(e(2), Samples.call(2).callId(), Samples.call(2).tool(), FINE),
            new Message.ToolResult(
                e(3),
                Samples.call(3).callId(),
                Samples.call(3).tool(),
                new ToolOutcome.Unknown(
                    "the session was forked while this call was going; it may have happened")),
            INTERRUPTED);
  }

  @Test
  void aCallThatNobodyHasPlannedYetIsCancelledUnderAFreshName() {
    var replied = Story.thinking().then(Facts.replied(1, List.of(planned(2, together(), ALLOW))));
    var fork = forked(replied.state());
    assertThat(fork.conversation().messages())
        .endsWith(
            new Message.ToolResult(
                e(2),
                Samples.call(2).callId(),
                Samples.call(2).tool(),
                new ToolOutcome.Cancelled("the session was forked before this call was made")),
            INTERRUPTED);
    assertThat(fork.position().nextEffect()).isEqualTo(e(3));
  }

  @Test
  void aForkBehindTheLastWordOfARunAddsNothing() {
    var said = Story.thinking().then(Facts.replied(1, Samples.saying("Done.")));
    assertThat(forked(said.state()).conversation()).isEqualTo(said.state().conversation());
  }

  @Test
  @Tag("B3")
  void aForkInsideARunOnAGivenHistoryHasTheSessionsOwn() {
    var given =
        new Prompt(
            Text.of("And now?"),
            new Prompt.History.Given(List.of(new Message.User(Text.of("Hi.")), INTERRUPTED)),
            null);
    var state =
        Story.opened().then(new Event.RunAccepted(Samples.RUN, given, Samples.LIMITS)).state();
    assertThat(state.conversation().size()).isEqualTo(3);
    assertThat(forked(state).conversation()).isEqualTo(Conversation.EMPTY);
  }

  @Test
  @Tag("E7")
  void budgetsThatWereSetHoldInTheForkAndNothingOfThemIsSpent() {
    var set = new Dice(7).budgets();
    var state = Story.opened().then(new Event.BudgetsSet(set, "ann")).state();
    var spending = forked(state).totals().spending();
    assertThat(spending)
        .isEqualTo(Spending.resting(set, Spending.Origin.SET, Amount.NONE, List.of()));
  }

  @Test
  @Tag("A3")
  void aForkThatNamesAnotherPlaceThanItsOwnIsRefusedByTheFold() {
    var state = Story.opened().state();
    var elsewhere = new Event.SessionForked(FORK, SESSION, 1, "clerk", "/work", "ann");
    assertThatThrownBy(() -> state.after(new Recorded(3, NOW, elsewhere)))
        .isInstanceOf(JournalOutOfOrder.class)
        .hasMessageContaining("at event 1 does not follow event 2");
    var first = new Event.SessionForked(FORK, SESSION, 0, "clerk", "/work", "ann");
    assertThatThrownBy(() -> SessionState.NEW.after(new Recorded(1, NOW, first)))
        .isInstanceOf(JournalOutOfOrder.class);
  }
}
