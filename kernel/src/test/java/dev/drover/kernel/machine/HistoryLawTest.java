package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The traces of runs in the conversation.
class HistoryLawTest {
  /// A run from its acceptance to its end.
  ///
  /// @param before the conversation at its start
  /// @param events its own, in order, and the compactions of its conversation
  /// @param after the conversation at its end
  private record Told(
      Prompt prompt,
      List<Message> before,
      List<Event> events,
      RunOutcome outcome,
      List<Message> after) {
    boolean startedATool() {
      return events.stream().anyMatch(Event.ToolStarted.class::isInstance);
    }

    boolean isShortened() {
      return events.stream().anyMatch(Event.HistoryCompacted.class::isInstance);
    }

    boolean isOnGivenHistory() {
      return prompt.history() instanceof Prompt.History.Given;
    }
  }

  @Test
  @Tag("A3")
  void theConversationEqualsADirectReadingOfTheJournal() {
    WalkRunner.keep(
        walk -> {
          var journal = new ArrayList<RecordedEvent>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            assertThat(moment.after().conversation().messages())
                .isEqualTo(ReferenceConversation.of(journal));
          }
        });
  }

  @Test
  @Tag("A13")
  @Tag("B3")
  void aStrictProviderAcceptsTheConversationAfterEachRunAndBeforeEachModelCall() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            var messages = moment.after().conversation().messages();
            switch (moment.after().phase()) {
              case SessionPhase.Unopened _, SessionPhase.Idle _, SessionPhase.Verifying _ ->
                  assertThat(StrictConversationCheck.objectionsToAPrompt(messages)).isEmpty();
              case SessionPhase.Thinking _ ->
                  assertThat(StrictConversationCheck.objectionsToSending(messages)).isEmpty();
              case SessionPhase.Acting _ -> {}
            }
          }
        });
  }

  @Test
  @Tag("C6")
  void theConversationIsCompactedAtMostOncePerModelBetweenTwoReplies() {
    WalkRunner.keep(
        walk -> {
          int touched = 0;
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            var isGoing = state.running().isPresent();
            state = state.after(entry);
            switch ((Object) entry.event()) {
              case Event.RunAccepted _, Event.ModelReplied _, Event.ModelReplaced _ -> touched = 0;
              case Event.CompactionFailed(var failure)
                  when failure.cause() == CompactionOutcome.Cause.ASKED -> {}
              case Event.HistoryCompacted _, Event.CompactionDenied _, Event.CompactionFailed _ ->
                  assertThat(isGoing ? ++touched : touched).isLessThanOrEqualTo(1);
              default -> {}
            }
          }
        });
  }

  @Test
  @Tag("B3")
  void aFailedRunThatStartedNoToolAndSaidNothingLeavesNoTrace() {
    eachRun(
        run -> {
          if (run.outcome() instanceof RunOutcome.Failed(_, var text)
              && text.isEmpty()
              && !run.isShortened()
              && !run.startedATool()) {
            assertThat(run.after()).isEqualTo(run.before());
          }
        });
  }

  @Test
  @Tag("B3")
  void aFailedRunThatStartedAToolKeepsItsResults() {
    eachRun(
        run -> {
          if (run.outcome() instanceof RunOutcome.Failed
              && run.startedATool()
              && !run.isShortened()
              && !run.isOnGivenHistory()) {
            int found = run.before().size();
            assertThat(run.after().subList(0, found)).isEqualTo(run.before());
            assertThat(resultsOf(run.after().subList(found, run.after().size())))
                .isEqualTo(plannedIn(run.events()));
          }
        });
  }

  private static List<EffectId> resultsOf(List<Message> messages) {
    return messages.stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).effect())
        .toList();
  }

  private static List<EffectId> plannedIn(List<Event> events) {
    return events.stream()
        .filter(Event.ToolsPlanned.class::isInstance)
        .flatMap(event -> ((Event.ToolsPlanned) event).calls().stream())
        .map(PlannedCall::effect)
        .toList();
  }

  @Test
  @Tag("B3")
  void aRunOnAGivenHistoryDoesNotChangeTheSessionsOwn() {
    eachRun(
        run -> {
          if (run.isOnGivenHistory()) {
            assertThat(run.after()).isEqualTo(run.before());
          }
        });
  }

  @Test
  @Tag("B3")
  void aCancelledRunKeepsThePartialAnswerAndMarksIt() {
    eachRun(
        run -> {
          if (run.outcome() instanceof RunOutcome.Cancelled
              && !run.isShortened()
              && !run.isOnGivenHistory()
              // While the work is checked, the answer is complete.
              && run.events().get(run.events().size() - 2)
                  instanceof Event.ReplyInterrupted partial) {
            List<ContentBlock> blocks =
                partial.partial().isEmpty()
                    ? List.of()
                    : List.of(new ContentBlock.Prose(partial.partial()));
            assertThat(run.after()).hasSizeGreaterThan(run.before().size() + 1);
            assertThat(run.after().getLast())
                .isEqualTo(new Message.Assistant(blocks, Message.Ending.INTERRUPTED));
          }
        });
  }

  @Test
  @Tag("B3")
  void theInterruptedPartIsThatOfTheCancel() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested(var run, _, _, var partial)
                && moment.before().running().isPresent()
                && !(moment.before().phase() instanceof SessionPhase.Verifying)
                && (run == null || moment.before().isRunning(run))) {
              assertThat(moment.events())
                  .filteredOn(Event.ReplyInterrupted.class::isInstance)
                  .extracting(event -> ((Event.ReplyInterrupted) event).partial())
                  .containsExactly(partial);
            }
          }
        });
  }

  @Test
  @Tag("A13")
  void eachPlannedCallOfAnEndedRunEndsOnceAndDoesNotStartAfterwards() {
    eachRun(
        run -> {
          for (var effect : plannedIn(run.events())) {
            var life =
                run.events().stream().map(event -> life(event, effect)).reduce("", String::concat);
            assertThat(life).matches("s*e");
          }
        });
  }

  /// One character for each start and each end of a call.
  private static String life(Event event, EffectId effect) {
    if (event instanceof Event.ToolStarted started && started.effect().equals(effect)) {
      return "s";
    }
    return event instanceof Event.ToolSettled settled && settled.effect().equals(effect) ? "e" : "";
  }

  private static void eachRun(Consumer<Told> law) {
    WalkRunner.keep(
        walk -> {
          Prompt prompt = SampleValues.PROMPT;
          List<Message> before = List.of();
          var events = new ArrayList<Event>();
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            var found = state;
            state = state.after(entry);
            if (entry.event() instanceof Event.RunAccepted accepted) {
              prompt = accepted.prompt();
              before = List.copyOf(found.conversation().messages());
              events.clear();
            }
            if (entry.event() instanceof Event.HistoryCompacted && state.running().isPresent()) {
              events.add(entry.event());
            }
            var going = (found.running().isPresent() ? found : state).running();
            if (entry.event() instanceof Event.OfRun about
                && going.filter(frame -> frame.run().equals(about.run())).isPresent()) {
              events.add(about);
              if (about instanceof Event.RunFinished(_, var outcome, _)) {
                var after = state.conversation().messages();
                law.accept(new Told(prompt, before, List.copyOf(events), outcome, after));
              }
            }
          }
        });
  }
}
