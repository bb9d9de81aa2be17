package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What runs leave behind in the conversation.
class HistoryLawTest {
  /// A run from its acceptance to its end.
  ///
  /// @param before the conversation it found
  /// @param events its own, in order, and those that made its conversation shorter
  /// @param after the conversation it left
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
  void theConversationIsWhatAPlainReadingOfTheJournalGives() {
    Walks.keep(
        walk -> {
          var journal = new ArrayList<Recorded>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            assertThat(moment.after().conversation().messages()).isEqualTo(Transcript.of(journal));
          }
        });
  }

  @Test
  @Tag("A13")
  @Tag("B3")
  void aStrictProviderAcceptsTheConversationAfterEachRunAndBeforeEachModelCall() {
    Walks.keep(
        walk -> {
          for (var moment : walk.commits()) {
            var messages = moment.after().conversation().messages();
            switch (moment.after().phase()) {
              case Phase.Unopened _, Phase.Idle _ ->
                  assertThat(StrictProvider.objectionsToAPrompt(messages)).isEmpty();
              case Phase.Thinking _ ->
                  assertThat(StrictProvider.objectionsToSending(messages)).isEmpty();
              case Phase.Acting _ -> {}
            }
          }
        });
  }

  @Test
  @Tag("C6")
  void theConversationIsTouchedAtMostOnceForAModelBetweenTwoReplies() {
    Walks.keep(
        walk -> {
          int touched = 0;
          var state = SessionState.NEW;
          for (var entry : walk.journal()) {
            var isGoing = state.running().isPresent();
            state = state.after(entry);
            switch ((Object) entry.event()) {
              case Event.RunAccepted _, Event.ModelReplied _, Event.ModelReplaced _ -> touched = 0;
              case Event.CompactionFailed(var failure)
                  when failure.cause() == ShorteningOutcome.Cause.ASKED -> {}
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
  void aRunOnAGivenHistoryLeavesTheSessionsOwnAlone() {
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
              && !run.isOnGivenHistory()) {
            // The last fact but the end itself.
            var partial = (Event.ReplyInterrupted) run.events().get(run.events().size() - 2);
            List<Block> blocks =
                partial.partial().isEmpty()
                    ? List.of()
                    : List.of(new Block.Prose(partial.partial()));
            assertThat(run.after()).hasSizeGreaterThan(run.before().size() + 1);
            assertThat(run.after().getLast())
                .isEqualTo(new Message.Assistant(blocks, Message.Ending.INTERRUPTED));
          }
        });
  }

  @Test
  @Tag("B3")
  void theInterruptedPartIsWhatTheCancelBrought() {
    Walks.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested(var run, _, _, var partial)
                && moment.before().running().isPresent()
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
  void eachPlannedCallOfARunThatIsOverHasExactlyOneEndAndNoStartAfterIt() {
    eachRun(
        run -> {
          for (var effect : plannedIn(run.events())) {
            var life =
                run.events().stream().map(event -> life(event, effect)).reduce("", String::concat);
            assertThat(life).matches("s*e");
          }
        });
  }

  /// A letter for each start and each end of a call.
  private static String life(Event event, EffectId effect) {
    if (event instanceof Event.ToolStarted started && started.effect().equals(effect)) {
      return "s";
    }
    return event instanceof Event.ToolSettled settled && settled.effect().equals(effect) ? "e" : "";
  }

  private static void eachRun(Consumer<Told> law) {
    Walks.keep(
        walk -> {
          Prompt prompt = Samples.PROMPT;
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
