package dev.drover.replay;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A journal written by hand: a failed attempt, an approval, a crash with a probe, a cancel, a
/// cleared history. Also methods that change it.
final class SampleJournal {
  static final RunId FIRST = new RunId("r-1");
  static final RunId SECOND = new RunId("r-2");
  static final Usage COST = new Usage(6, 4, 0, 0, 1);
  static final Usage TWICE = new Usage(12, 8, 0, 0, 2);
  static final Prompt PROMPT = new Prompt(Text.of("Go."), new Prompt.History.Own(), null);
  static final Recipe RECIPE =
      new Recipe("script/one", Text.of("Be brief."), List.of("read", "send"), "digest-1");
  static final Failure OVERLOADED =
      Failure.lasting(new Problem("model_unavailable", "Unavailable", "overloaded", ""));
  static final Instant RETRY = Instant.parse("2026-03-01T11:00:00Z");

  static final ToolCall READ = new ToolCall("c1", "read", Text.of("{\"n\":1}"));
  static final ToolCall SEND = new ToolCall("c2", "send", Text.of("{\"n\":2}"));
  static final PlannedCall READ_PLAN =
      new PlannedCall(
          e(2),
          READ,
          new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL),
          new Verdict.Allow("reading is fine"));
  static final PlannedCall SEND_PLAN =
      new PlannedCall(
          e(3),
          SEND,
          new CallTerms(EffectClass.UNSAFE, AfterCrash.PROBE, Pace.PARALLEL),
          new Verdict.Ask("send asks", "It leaves the house.", "send(*)", Text.of("send it")));

  static final ModelReply CALLING =
      new ModelReply(
          List.of(new ContentBlock.Call(READ), new ContentBlock.Call(SEND)),
          StopReason.CALLS,
          COST);
  static final ModelReply DONE = saying("All done.");

  /// The events of each decision, in order. The first event has number 1.
  static final List<List<Event>> DECISIONS =
      List.of(
          List.of(
              new Event.SessionOpened(new SessionId("s-1"), "clerk", "/work"),
              new Event.RecipeAdopted(RECIPE)),
          List.of(new Event.RunAccepted(FIRST, PROMPT, RunLimits.DEFAULT)),
          List.of(new Event.ModelFailed(FIRST, e(1), 1, OVERLOADED, RETRY)),
          List.of(
              new Event.ModelReplied(FIRST, e(1), CALLING),
              new Event.ToolsPlanned(FIRST, List.of(READ_PLAN, SEND_PLAN)),
              new Event.ApprovalRequested(
                  FIRST,
                  e(3),
                  "send",
                  "It leaves the house.",
                  "send(*)",
                  Text.of("send it"),
                  List.of(),
                  null),
              new Event.ToolStarted(FIRST, e(2), 1)),
          List.of(settled(2, "read")),
          List.of(
              new Event.ApprovalAnswered(
                  FIRST, e(3), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "bob"),
              new Event.ToolStarted(FIRST, e(3), 1)),
          List.of(new Event.RunRecovered(FIRST, "host-b", List.of(e(3)))),
          List.of(new Event.ToolStarted(FIRST, e(3), 2)),
          List.of(settled(3, "sent")),
          List.of(
              new Event.ModelReplied(FIRST, e(4), DONE),
              new Event.RunFinished(FIRST, new RunOutcome.Completed(Text.of("All done.")), TWICE)),
          List.of(new Event.RunAccepted(SECOND, PROMPT, RunLimits.DEFAULT)),
          List.of(
              new Event.ReplyInterrupted(SECOND, e(5), Text.of("Well")),
              new Event.RunFinished(SECOND, new RunOutcome.Cancelled("ann", "enough"), Usage.NONE)),
          List.of(new Event.HistoryCleared("ann")));

  private SampleJournal() {}

  static List<RecordedEvent> journal() {
    var journal = new ArrayList<RecordedEvent>();
    for (int i = 0; i < DECISIONS.size(); i++) {
      for (var event : DECISIONS.get(i)) {
        journal.add(new RecordedEvent(journal.size() + 1, at(i), event));
      }
    }
    return journal;
  }

  /// The time of a decision; decisions are counted from 0.
  static Instant at(int decision) {
    return Instant.parse("2026-03-01T10:00:00Z").plusSeconds(decision);
  }

  static RecordedEvent entry(int seq) {
    return journal().get(seq - 1);
  }

  static Event event(int seq) {
    return entry(seq).event();
  }

  /// The event `seq`, at its own time, at another position.
  static RecordedEvent moved(int seq, int place) {
    return new RecordedEvent(place, entry(seq).at(), event(seq));
  }

  static List<RecordedEvent> dropped(List<RecordedEvent> journal, int seq) {
    return journal.stream().filter(entry -> entry.seq() != seq).toList();
  }

  /// Swaps the event with the next one.
  static List<RecordedEvent> swapped(List<RecordedEvent> journal, int seq) {
    var all = new ArrayList<>(journal);
    all.set(seq - 1, all.set(seq, all.get(seq - 1)));
    return renumbered(all);
  }

  /// Inserts an event into the decision at this position.
  static List<RecordedEvent> inserted(List<RecordedEvent> journal, int seq, Event event) {
    var all = new ArrayList<>(journal);
    var at = all.get(Math.min(seq, all.size()) - 1).at();
    all.add(seq - 1, new RecordedEvent(seq, at, event));
    return renumbered(all);
  }

  static List<RecordedEvent> with(List<RecordedEvent> journal, RecordedEvent entry) {
    var all = new ArrayList<>(journal);
    all.set((int) entry.seq() - 1, entry);
    return all;
  }

  static List<RecordedEvent> renumbered(List<RecordedEvent> journal) {
    var all = new ArrayList<RecordedEvent>();
    for (var entry : journal) {
      all.add(new RecordedEvent(all.size() + 1, entry.at(), entry.event()));
    }
    return all;
  }

  static Event settled(long effect, String words) {
    return new Event.ToolSettled(FIRST, e(effect), new ToolOutcome.Succeeded(Text.of(words)));
  }

  static ModelReply saying(String words) {
    return new ModelReply(List.of(new ContentBlock.Prose(Text.of(words))), StopReason.DONE, COST);
  }

  static EffectId e(long ordinal) {
    return new EffectId(ordinal);
  }
}
