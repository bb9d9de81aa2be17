package dev.drover.kernel.machine;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The conversation from a direct reading of the journal: slow, mutable, and written independently
/// of the fold it is compared with.
final class ReferenceConversation {
  private List<Message> own = List.of();
  private List<Message> running = new ArrayList<>();
  private List<PlannedCall> planned = List.of();
  private final Map<EffectId, Event.ToolSettled> outcomes = new LinkedHashMap<>();
  private final Set<EffectId> started = new HashSet<>();
  private final Map<EffectId, Event.TaskStarted> tasks = new LinkedHashMap<>();
  private final Set<EffectId> settled = new HashSet<>();
  private final Set<RunId> direct = new HashSet<>();
  private final Set<RunId> waiting = new HashSet<>();
  private boolean verifying;
  private final List<Message.User> steered = new ArrayList<>();
  private int turn;
  private int turns;
  private boolean going;
  private boolean toolStarted;
  private boolean onGivenHistory;
  private boolean callRefused;
  private boolean outOfBudget;

  static List<Message> of(List<RecordedEvent> journal) {
    var transcript = new ReferenceConversation();
    for (var entry : journal) {
      transcript.read(entry.event());
    }
    return transcript.running;
  }

  private void read(Event event) {
    if (event instanceof Event.DirectCallAccepted(var run, _, _)) {
      direct.add(run);
    }
    switch ((Object) event) {
      case Event.TaskStarted given -> tasks.put(given.effect(), given);
      case Event.TaskEnded(var child, _, _) ->
          tasks.values().removeIf(task -> task.child().equals(child));
      case Event.ToolSettled end -> settled.add(end.effect());
      default -> {}
    }
    // Direct calls of the host are not part of the conversation.
    if (!(event instanceof Event.OfRun about && direct.contains(about.run()))) {
      apply(event);
    }
  }

  private void apply(Event event) {
    switch (event) {
      case Event.HistoryCleared _ -> running = new ArrayList<>();
      case Event.HistoryCompacted(var applied) -> shorten(applied);
      case Event.SessionForked _ -> fork();
      case Event.OutcomeEdited(var effect, var outcome, _) ->
          running.replaceAll(message -> edited(message, effect, outcome));
      case Event.BudgetsSet _ -> {
        callRefused = false;
        outOfBudget = false;
      }
      case Event.RunAccepted(var run, var prompt, var limits) -> {
        waiting.remove(run);
        turn = 1;
        turns = limits.turns();
        callRefused = false;
        outOfBudget = false;
        begin(prompt);
      }
      case Event.PromptQueued(var run, _, _, _) -> waiting.add(run);
      case Event.VerificationStarted _ -> verifying = true;
      case Event.TextSteered(_, var text, var media, _, _) -> steer(new Message.User(text, media));
      case Event.ModelReplied(_, _, var reply) -> {
        running.add(new Message.Assistant(reply.blocks(), Message.Ending.WHOLE));
        if (!reply.hasCalls() && turn <= turns && !outOfBudget && !steered.isEmpty()) {
          nextTurn();
        }
      }
      case Event.ReplyInterrupted(_, _, var partial) ->
          running.add(
              new Message.Assistant(
                  partial.isEmpty() ? List.of() : List.of(new ContentBlock.Prose(partial)),
                  Message.Ending.INTERRUPTED));
      case Event.AnswerRejected(_, _, var error) -> {
        running.add(
            new Message.User(
                Text.of(error + "\nAnswer again, with the corrected JSON object alone.")));
        nextTurn();
      }
      case Event.VerificationFailed failed -> returned(failed);
      case Event.ToolsPlanned(_, var calls) -> planned = calls;
      case Event.ToolStarted(_, var effect, _) -> {
        toolStarted = true;
        started.add(effect);
      }
      case Event.ToolSettled settled -> settle(settled);
      case Event.RunFinished(var run, var outcome, _) -> {
        if (!waiting.remove(run)) {
          end(outcome);
        }
      }
      case Event.SessionOpened _,
          Event.SessionHandedOff _,
          Event.VerificationRecorded _,
          Event.CompletionMade _,
          Event.TaskEnded _,
          Event.PromptDenied _,
          Event.CompactionDenied _,
          Event.CompactionFailed _,
          Event.RecipeAdopted _,
          Event.DirectCallAccepted _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.OfCall _,
          Event.UndoOrdered _,
          Event.BudgetWarned _,
          Event.RunRecovered _ -> {}
    }
  }

  private void shorten(CompactionOutcome.Applied applied) {
    if (going && !onGivenHistory) {
      shortenOwn(applied);
    }
    var next = new ArrayList<Message>();
    applied.cut().keptUserMessages().forEach(place -> next.add(running.get(place)));
    if (!applied.summary().isEmpty()) {
      next.add(new Message.User(applied.summary()));
    }
    for (int i = applied.cut().dropped(); i < running.size(); i++) {
      next.add(seen(applied, i));
    }
    running = next;
  }

  private Message seen(CompactionOutcome.Applied applied, int place) {
    return applied.cut().trimmed().contains(place)
        ? withoutContent((Message.ToolResult) running.get(place))
        : running.get(place);
  }

  private static Message withoutContent(Message.ToolResult result) {
    var outcome = result.outcome();
    if (outcome instanceof ToolOutcome.Succeeded(var content, _)) {
      outcome = new ToolOutcome.Succeeded(gone(content));
    } else if (outcome instanceof ToolOutcome.Failed(var reason)) {
      outcome = new ToolOutcome.Failed(gone(reason));
    }
    return new Message.ToolResult(
        result.effect(), result.callId(), result.tool(), outcome, result.labels());
  }

  private static Text gone(Text content) {
    if (content instanceof Text.Inline(var words)
        && words.startsWith("[This output was taken out to make room")) {
      return content;
    }
    // Generated texts are ASCII.
    long bytes =
        content instanceof Text.Stored(_, var length)
            ? length
            : ((Text.Inline) content).value().length();
    return Text.of(
        "[This output was taken out to make room: it had "
            + bytes
            + " bytes. Call the tool again if you still need it.]");
  }

  /// The conversation before the run is shortened too, as long as something is left of it.
  private void shortenOwn(CompactionOutcome.Applied applied) {
    int dropped = applied.cut().dropped();
    boolean isThere = own.size() <= running.size() && running.subList(0, own.size()).equals(own);
    if (dropped >= own.size() || !isThere) {
      return;
    }
    var next = new ArrayList<Message>();
    applied.cut().keptUserMessages().forEach(place -> next.add(running.get(place)));
    if (!applied.summary().isEmpty()) {
      next.add(new Message.User(applied.summary()));
    }
    for (int i = dropped; i < own.size(); i++) {
      next.add(seen(applied, i));
    }
    own = next;
  }

  private void begin(Prompt prompt) {
    verifying = false;
    going = true;
    own = List.copyOf(running);
    going = true;
    toolStarted = false;
    onGivenHistory = prompt.history() instanceof Prompt.History.Given;
    if (prompt.history() instanceof Prompt.History.Given(var messages)) {
      running = new ArrayList<>(messages);
    }
    running.add(new Message.User(prompt.text(), prompt.media()));
  }

  private void settle(Event.ToolSettled settled) {
    outcomes.put(settled.effect(), settled);
    // No person in these journals has that name.
    callRefused |=
        settled.outcome() instanceof ToolOutcome.Denied(var by, _) && by.equals("budget");
    if (outcomes.size() < planned.size()) {
      return;
    }
    for (var call : planned) {
      var end = end(call);
      running.add(
          new Message.ToolResult(
              call.effect(),
              call.call().callId(),
              call.call().tool(),
              end.outcome(),
              end.labels()));
    }
    outcomes.clear();
    planned = List.of();
    outOfBudget = callRefused;
    nextTurn();
  }

  private void returned(Event.VerificationFailed failed) {
    running.add(
        new Message.User(
            Text.of(
                failed.findings()
                    + "\n"
                    + "These checks must pass before the work is complete. Correct it, then answer"
                    + " again.")));
    nextTurn();
  }

  private void steer(Message.User said) {
    steered.add(said);
    if (verifying) {
      nextTurn();
    }
  }

  private void nextTurn() {
    verifying = false;
    turn++;
    running.addAll(steered);
    steered.clear();
  }

  private Event.ToolSettled end(PlannedCall call) {
    var end = outcomes.get(call.effect());
    if (end == null) {
      throw new AssertionError(call + " has no outcome, another call has two");
    }
    return end;
  }

  private static Message edited(Message message, EffectId effect, ToolOutcome outcome) {
    return message instanceof Message.ToolResult(var its, var call, var tool, _, var labels)
            && its.equals(effect)
        ? new Message.ToolResult(its, call, tool, outcome, labels)
        : message;
  }

  private void fork() {
    waiting.clear();
    steered.clear();
    if (going) {
      interrupt();
    }
    for (var task : tasks.values()) {
      if (task.mode() == TaskMode.BACKGROUND
          && settled.contains(task.effect())
          && !running.isEmpty()) {
        running.add(
            new Message.User(
                Text.of(
                    "The session was forked while the task %s was going. It goes on for the other session; you will not be told when it has ended. Give the work away again if you need what comes of it."
                        .formatted(task.child()))));
        running.add(new Message.Assistant(List.of(), Message.Ending.INTERRUPTED));
      }
    }
    tasks.clear();
  }

  private void interrupt() {
    going = false;
    if (onGivenHistory) {
      running = new ArrayList<>(own);
    } else {
      for (var call : planned) {
        running.add(inFork(call));
      }
      running.add(new Message.Assistant(List.of(), Message.Ending.INTERRUPTED));
    }
    planned = List.of();
    outcomes.clear();
  }

  private Message inFork(PlannedCall call) {
    var made = call.call();
    var end = outcomes.get(call.effect());
    if (end != null) {
      return new Message.ToolResult(
          call.effect(), made.callId(), made.tool(), end.outcome(), end.labels());
    }
    var task = tasks.get(call.effect());
    if (task != null) {
      return new Message.ToolResult(
          call.effect(),
          made.callId(),
          made.tool(),
          new ToolOutcome.Unknown(
              "the session was forked while the task %s was going; it goes on for the other session, and what comes of it is not told here"
                  .formatted(task.child())));
    }
    var cut =
        started.contains(call.effect())
            ? new ToolOutcome.Unknown(
                "the session was forked while this call was going; it may have happened")
            : new ToolOutcome.Cancelled("the session was forked before this call was made");
    return new Message.ToolResult(call.effect(), made.callId(), made.tool(), cut);
  }

  private void end(RunOutcome outcome) {
    steered.clear();
    going = false;
    boolean leavesNoTrace =
        outcome instanceof RunOutcome.Failed(_, var text) && text.isEmpty() && !toolStarted;
    if (onGivenHistory || leavesNoTrace) {
      running = new ArrayList<>(own);
    }
  }
}
