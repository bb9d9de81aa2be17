package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.COST;
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
  private static final SessionId CHILD = new SessionId("s-1-e2");
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
            assertThat(fork.isAnythingGoing()).isFalse();
            assertThat(fork.annals().tasks()).isEmpty();
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
              assertThat(forked(state).conversation().messages())
                  .startsWith(state.conversation().messages().toArray(Message[]::new));
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
  @Tag("F1")
  void aTaskThatACallWaitsForIsTheSourcesAlone() {
    var state = Turn.BOTH_RUN.then(Facts.delegated(TaskMode.FOREGROUND)).state();
    var fork = forked(state);
    assertThat(fork.conversation().messages())
        .contains(
            new Message.ToolResult(
                e(2),
                Samples.call(2).callId(),
                Samples.call(2).tool(),
                new ToolOutcome.Unknown(
                    "the session was forked while the task s-1-e2 was going; it goes on for the"
                        + " other session, and what comes of it is not told here")))
        .endsWith(INTERRUPTED);
    assertThat(fork.annals().tasks()).isEmpty();
    assertThat(state.annals().tasks()).hasSize(1);
  }

  @Test
  @Tag("F1")
  void aTaskIsOverWithTheCallThatWaitedForItAlsoBeforeItsEndIsWrittenDown() {
    var state =
        Turn.BOTH_RUN.then(Facts.delegated(TaskMode.FOREGROUND), Facts.settled(2, FINE)).state();
    assertThat(state.annals().tasks()).hasSize(1);
    assertThat(isToldOfTheTask(forked(state))).isFalse();
  }

  @Test
  @Tag("F3")
  void ofATaskInTheBackgroundTheModelIsToldOnceItsCallHasAnOutcome() {
    var open = Turn.BOTH_RUN.then(Facts.delegated(TaskMode.BACKGROUND));
    assertThat(isToldOfTheTask(forked(open.state()))).isFalse();
    assertThat(isToldOfTheTask(forked(open.then(Facts.settled(2, FINE)).state()))).isTrue();
  }

  @Test
  @Tag("B9")
  void whoHasForgottenEverythingIsNotToldOfATask() {
    var state =
        Story.acting(planned(2, together(), ALLOW))
            .then(
                Facts.started(2, 1),
                Facts.delegated(TaskMode.BACKGROUND),
                Facts.settled(2, FINE),
                Facts.replied(3, Samples.saying("Meanwhile.")),
                Facts.completed("Meanwhile."),
                new Event.HistoryCleared("ann"))
            .state();
    assertThat(state.annals().tasks()).hasSize(1);
    assertThat(forked(state).conversation()).isEqualTo(Conversation.EMPTY);
  }

  private static boolean isToldOfTheTask(SessionState fork) {
    return fork.conversation().messages().stream()
        .anyMatch(
            message ->
                message instanceof Message.User(Text.Inline(var words), _)
                    && words.contains("s-1-e2"));
  }

  @Test
  @Tag("E8")
  void onlyAnOutcomeThatWasSeenHasLabelsInTheFork() {
    var seen = new Event.ToolSettled(Samples.RUN, e(3), FINE, List.of(Label.SECRET));
    var away = new Event.ToolDeferred(Samples.RUN, e(2), null, List.of(Label.UNTRUSTED));
    assertThat(forked(Turn.BOTH_RUN.then(away, seen).state()).conversation().messages())
        .filteredOn(Message.ToolResult.class::isInstance)
        .extracting(message -> ((Message.ToolResult) message).labels())
        .containsExactly(List.of(), List.of(Label.SECRET));
  }

  @Test
  @Tag("F3")
  void theModelOfTheForkIsToldThatItWillNotHearOfATaskInTheBackground() {
    var state =
        Story.acting(planned(2, together(), ALLOW))
            .then(
                Facts.started(2, 1),
                Facts.delegated(TaskMode.BACKGROUND),
                Facts.settled(2, FINE),
                Facts.replied(3, Samples.saying("Meanwhile.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Meanwhile.")), Samples.TWICE))
            .state();
    assertThat(forked(state).conversation().messages())
        .startsWith(state.conversation().messages().toArray(Message[]::new))
        .endsWith(
            new Message.User(
                Text.of(
                    "The session was forked while the task s-1-e2 was going. It goes on for the"
                        + " other session; you will not be told when it has ended. Give the work"
                        + " away again if you need what comes of it.")),
            INTERRUPTED);
  }

  @Test
  @Tag("F4")
  void theEndOfTheSourcesTaskAndItsCloseMeanNothingToTheFork() {
    var state = Turn.BOTH_RUN.then(Facts.delegated(TaskMode.BACKGROUND)).state();
    var fork = forked(state);
    var end = new TaskEnd(TaskStatus.COMPLETED, Text.of("found"), Usage.NONE, Text.of("over"));
    assertThat(SessionMachine.decide(fork, new Input.TaskFinished(CHILD, end), NOW))
        .isInstanceOfSatisfying(
            Decision.Ignore.class, no -> assertThat(no.why()).isEqualTo(Decision.Why.STALE));
    assertThat(SessionMachine.decide(fork, new Input.CloseRequested("ann", "bye", Text.EMPTY), NOW))
        .isInstanceOf(Decision.Ignore.class);
  }

  @Test
  @Tag("F2")
  void aForkOfAChildStandsAsDeepAndWorksForNobody() {
    var above = new Origin.Delegated(new SessionId("s-0"), e(5), TaskMode.FOREGROUND, 2);
    var opened = new Event.SessionOpened(SESSION, "clerk/explore", "/work", Identity.NONE, above);
    var state = SessionState.NEW.after(new Recorded(1, NOW, opened));
    assertThat(forked(state).profile().origin()).isEqualTo(new Origin.Forked(SESSION, 1, 2));
  }

  @Test
  @Tag("C5")
  void whatAnAnswerWasToBeIsForgottenWithItsRunAndTheLastValueStays() {
    var json = new AnswerType.Json("Sum", Text.of("{}"), 2);
    var asked =
        new Prompt(
            Text.of("How much?"), List.of(), new Prompt.History.Own(), json, null, Rewording.NONE);
    var value = Text.of("{\"total\":7}");
    var state =
        Story.opened()
            .then(
                new Event.RunAccepted(Samples.RUN, asked, Samples.LIMITS),
                Facts.replied(1, Samples.saying("seven")),
                new Event.AnswerRejected(Samples.RUN, e(1), "no object"))
            .state();
    var fork = forked(state);
    assertThat(fork.running()).isEmpty();
    assertThat(fork.conversation().messages()).hasSize(4).endsWith(INTERRUPTED);
    var done =
        Story.opened()
            .then(
                new Event.RunAccepted(Samples.RUN, asked, Samples.LIMITS),
                Facts.replied(1, Samples.saying("{\"total\":7}")),
                Facts.finished(new RunOutcome.Completed(value, value), COST))
            .state();
    assertThat(forked(done).totals().lastValue()).isEqualTo(value);
  }

  @Test
  @Tag("B9")
  void whatWasRecordedOfTheJournalStays() {
    var report = new Dice(3).report();
    var state =
        Story.thinking()
            .then(
                Facts.replied(1, Samples.saying("Done.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Done.")), COST),
                new Event.VerificationRecorded(report),
                new Event.HistoryCompacted(ShorteningRows.summedUp(1, 1, List.of(0))))
            .state();
    assertThat(forked(state).annals().reports()).containsExactly(report);
    assertThat(forked(state).annals().compactions()).isEqualTo(state.annals().compactions());
    assertThat(forked(state).annals().compactions()).hasSize(1);
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
