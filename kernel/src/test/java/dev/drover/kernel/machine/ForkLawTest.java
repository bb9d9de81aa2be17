package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolOutcome;
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
    WalkRunner.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            var messages = forked(state).conversation().messages();
            assertThat(StrictConversationCheck.objectionsToAPrompt(messages)).isEmpty();
          }
        });
  }

  @Test
  void aForkAtAnyEventHasNoWorkGrantsOrUsage() {
    WalkRunner.keep(
        walk -> {
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            state = state.after(entry);
            var fork = forked(state);
            assertThat(fork.due()).isEmpty();
            assertThat(fork.phase()).isEqualTo(SessionPhase.IDLE);
            assertThat(fork.hasOpenWork()).isFalse();
            assertThat(fork.records().tasks()).isEmpty();
            assertThat(fork.backlog()).isEqualTo(Backlog.EMPTY);
            assertThat(fork.profile().grants()).isEmpty();
            assertThat(fork.totals().runs()).isZero();
            assertThat(fork.totals().usage()).isEqualTo(Usage.NONE);
            assertThat(fork.totals().spending().session()).isEqualTo(BudgetAmount.NONE);
            assertThat(fork.totals().spending().warned()).isEmpty();
          }
        });
  }

  @Test
  @Tag("A1")
  void sequenceNumbersAndEffectIdsContinueInTheFork() {
    WalkRunner.keep(
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
  void messagesBeforeTheOpenTurnAreTheSameInTheFork() {
    WalkRunner.keep(
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
  void aSettledCallKeepsItsOutcomeAndAnOpenOneMayHaveHappened() {
    var fork = forked(HalfFinishedTurns.ONE_LEFT.state());
    assertThat(fork.conversation().messages())
        .endsWith(
            new Message.ToolResult(
                e(2), SampleValues.call(2).callId(), SampleValues.call(2).tool(), FINE),
            new Message.ToolResult(
                e(3),
                SampleValues.call(3).callId(),
                SampleValues.call(3).tool(),
                new ToolOutcome.Unknown(
                    "the session was forked while this call was going; it may have happened")),
            INTERRUPTED);
  }

  @Test
  @Tag("F1")
  void aTaskThatACallWaitsForBelongsToTheSourceOnly() {
    var state =
        HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.FOREGROUND)).state();
    var fork = forked(state);
    assertThat(fork.conversation().messages())
        .contains(
            new Message.ToolResult(
                e(2),
                SampleValues.call(2).callId(),
                SampleValues.call(2).tool(),
                new ToolOutcome.Unknown(
                    "the session was forked while the task s-1-e2 was going; it goes on for the"
                        + " other session, and what comes of it is not told here")))
        .endsWith(INTERRUPTED);
    assertThat(fork.records().tasks()).isEmpty();
    assertThat(state.records().tasks()).hasSize(1);
  }

  @Test
  @Tag("F1")
  void aTaskEndsWithTheCallThatWaitedForItEvenBeforeItsEndIsRecorded() {
    var state =
        HalfFinishedTurns.BOTH_RUN
            .then(SampleEvents.delegated(TaskMode.FOREGROUND), SampleEvents.settled(2, FINE))
            .state();
    assertThat(state.records().tasks()).hasSize(1);
    assertThat(isToldOfTheTask(forked(state))).isFalse();
  }

  @Test
  @Tag("F3")
  void aBackgroundTaskIsMentionedOnceItsCallHasAnOutcome() {
    var open = HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.BACKGROUND));
    assertThat(isToldOfTheTask(forked(open.state()))).isFalse();
    assertThat(isToldOfTheTask(forked(open.then(SampleEvents.settled(2, FINE)).state()))).isTrue();
  }

  @Test
  @Tag("B9")
  void aClearedHistoryMentionsNoTask() {
    var state =
        HandwrittenJournal.acting(planned(2, together(), ALLOW))
            .then(
                SampleEvents.started(2, 1),
                SampleEvents.delegated(TaskMode.BACKGROUND),
                SampleEvents.settled(2, FINE),
                SampleEvents.replied(3, SampleValues.saying("Meanwhile.")),
                SampleEvents.completed("Meanwhile."),
                new Event.HistoryCleared("ann"))
            .state();
    assertThat(state.records().tasks()).hasSize(1);
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
  void onlyAVisibleOutcomeHasLabelsInTheFork() {
    var seen = new Event.ToolSettled(SampleValues.RUN, e(3), FINE, List.of(Label.SECRET));
    var away = new Event.ToolDeferred(SampleValues.RUN, e(2), null, List.of(Label.UNTRUSTED));
    assertThat(
            forked(HalfFinishedTurns.BOTH_RUN.then(away, seen).state()).conversation().messages())
        .filteredOn(Message.ToolResult.class::isInstance)
        .extracting(message -> ((Message.ToolResult) message).labels())
        .containsExactly(List.of(), List.of(Label.SECRET));
  }

  @Test
  @Tag("F3")
  void theModelOfTheForkIsInformedThatABackgroundTaskWillNotReport() {
    var state =
        HandwrittenJournal.acting(planned(2, together(), ALLOW))
            .then(
                SampleEvents.started(2, 1),
                SampleEvents.delegated(TaskMode.BACKGROUND),
                SampleEvents.settled(2, FINE),
                SampleEvents.replied(3, SampleValues.saying("Meanwhile.")),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.of("Meanwhile.")), SampleValues.TWICE))
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
  void theEndOfTheSourcesTaskAndItsCloseDoNotAffectTheFork() {
    var state =
        HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.BACKGROUND)).state();
    var fork = forked(state);
    var end = new TaskOutcome(TaskStatus.COMPLETED, Text.of("found"), Usage.NONE, Text.of("over"));
    assertThat(SessionMachine.decide(fork, new Input.TaskFinished(CHILD, end), NOW))
        .isInstanceOfSatisfying(
            Decision.Ignore.class, no -> assertThat(no.why()).isEqualTo(Decision.Why.STALE));
    assertThat(SessionMachine.decide(fork, new Input.CloseRequested("ann", "bye", Text.EMPTY), NOW))
        .isInstanceOf(Decision.Ignore.class);
  }

  @Test
  @Tag("F2")
  void aForkOfAChildHasItsDepthAndNoParent() {
    var above = new SessionOrigin.Delegated(new SessionId("s-0"), e(5), TaskMode.FOREGROUND, 2);
    var opened = new Event.SessionOpened(SESSION, "clerk/explore", "/work", Identity.NONE, above);
    var state = SessionState.NEW.after(new RecordedEvent(1, NOW, opened));
    assertThat(forked(state).profile().origin()).isEqualTo(new SessionOrigin.Forked(SESSION, 1, 2));
  }

  @Test
  @Tag("C5")
  void theAnswerTypeEndsWithItsRunAndTheLastValueStays() {
    var json = new AnswerType.Json("Sum", Text.of("{}"), 2);
    var asked =
        new Prompt(
            Text.of("How much?"),
            List.of(),
            new Prompt.History.Own(),
            json,
            null,
            PromptRewrite.NONE);
    var value = Text.of("{\"total\":7}");
    var state =
        HandwrittenJournal.opened()
            .then(
                new Event.RunAccepted(SampleValues.RUN, asked, SampleValues.LIMITS),
                SampleEvents.replied(1, SampleValues.saying("seven")),
                new Event.AnswerRejected(SampleValues.RUN, e(1), "no object"))
            .state();
    var fork = forked(state);
    assertThat(fork.running()).isEmpty();
    assertThat(fork.conversation().messages()).hasSize(4).endsWith(INTERRUPTED);
    var done =
        HandwrittenJournal.opened()
            .then(
                new Event.RunAccepted(SampleValues.RUN, asked, SampleValues.LIMITS),
                SampleEvents.replied(1, SampleValues.saying("{\"total\":7}")),
                SampleEvents.finished(new RunOutcome.Completed(value, value), COST))
            .state();
    assertThat(forked(done).totals().lastValue()).isEqualTo(value);
  }

  @Test
  @Tag("B9")
  void recordsAboutTheJournalStayInTheFork() {
    var report = new RandomKernelValues(3).report();
    var state =
        HandwrittenJournal.thinking()
            .then(
                SampleEvents.replied(1, SampleValues.saying("Done.")),
                SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), COST),
                new Event.VerificationRecorded(report),
                new Event.HistoryCompacted(CompactionOutcomeRows.summedUp(1, 1, List.of(0))))
            .state();
    assertThat(forked(state).records().reports()).containsExactly(report);
    assertThat(forked(state).records().compactions()).isEqualTo(state.records().compactions());
    assertThat(forked(state).records().compactions()).hasSize(1);
  }

  @Test
  void anUnplannedCallIsCancelledUnderAFreshId() {
    var replied =
        HandwrittenJournal.thinking()
            .then(SampleEvents.replied(1, List.of(planned(2, together(), ALLOW))));
    var fork = forked(replied.state());
    assertThat(fork.conversation().messages())
        .endsWith(
            new Message.ToolResult(
                e(2),
                SampleValues.call(2).callId(),
                SampleValues.call(2).tool(),
                new ToolOutcome.Cancelled("the session was forked before this call was made")),
            INTERRUPTED);
    assertThat(fork.position().nextEffect()).isEqualTo(e(3));
  }

  @Test
  void aForkAfterTheFinalReplyOfARunAddsNothing() {
    var said =
        HandwrittenJournal.thinking().then(SampleEvents.replied(1, SampleValues.saying("Done.")));
    assertThat(forked(said.state()).conversation()).isEqualTo(said.state().conversation());
  }

  @Test
  @Tag("B3")
  void aForkInsideARunOnAGivenHistoryHasTheSessionsOwnHistory() {
    var given =
        new Prompt(
            Text.of("And now?"),
            new Prompt.History.Given(List.of(new Message.User(Text.of("Hi.")), INTERRUPTED)),
            null);
    var state =
        HandwrittenJournal.opened()
            .then(new Event.RunAccepted(SampleValues.RUN, given, SampleValues.LIMITS))
            .state();
    assertThat(state.conversation().size()).isEqualTo(3);
    assertThat(forked(state).conversation()).isEqualTo(Conversation.EMPTY);
  }

  @Test
  @Tag("E7")
  void budgetsThatWereSetApplyInTheForkWithoutUsage() {
    var set = new RandomKernelValues(7).budgets();
    var state = HandwrittenJournal.opened().then(new Event.BudgetsSet(set, "ann")).state();
    var spending = forked(state).totals().spending();
    assertThat(spending)
        .isEqualTo(BudgetUsage.resting(set, BudgetOrigin.SET, BudgetAmount.NONE, List.of()));
  }

  @Test
  @Tag("A3")
  void theFoldRefusesAForkWithAWrongPosition() {
    var state = HandwrittenJournal.opened().state();
    var elsewhere = new Event.SessionForked(FORK, SESSION, 1, "clerk", "/work", "ann");
    assertThatThrownBy(() -> state.after(new RecordedEvent(3, NOW, elsewhere)))
        .isInstanceOf(JournalOutOfOrder.class)
        .hasMessageContaining("at event 1 does not follow event 2");
    var first = new Event.SessionForked(FORK, SESSION, 0, "clerk", "/work", "ann");
    assertThatThrownBy(() -> SessionState.NEW.after(new RecordedEvent(1, NOW, first)))
        .isInstanceOf(JournalOutOfOrder.class);
  }
}
