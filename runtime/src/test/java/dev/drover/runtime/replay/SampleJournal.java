package dev.drover.runtime.replay;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Block;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Limits;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.kernel.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A journal written by hand: a failed attempt, an approval, a crash with a probe, a cancel, a
/// cleared history. And ways to change it.
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
      new ModelReply(List.of(new Block.Call(READ), new Block.Call(SEND)), StopReason.CALLS, COST);
  static final ModelReply DONE = saying("All done.");

  /// What each decision left, in order. The first event of all has number 1.
  static final List<List<Event>> DECISIONS =
      List.of(
          List.of(
              new Event.SessionOpened(new SessionId("s-1"), "clerk", "/work"),
              new Event.RecipeAdopted(RECIPE)),
          List.of(new Event.RunAccepted(FIRST, PROMPT, Limits.DEFAULT)),
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
              new Event.ApprovalAnswered(FIRST, e(3), new Answer.Yes(Answer.Scope.ONCE), "bob"),
              new Event.ToolStarted(FIRST, e(3), 1)),
          List.of(new Event.RunRecovered(FIRST, "host-b", List.of(e(3)))),
          List.of(new Event.ToolStarted(FIRST, e(3), 2)),
          List.of(settled(3, "sent")),
          List.of(
              new Event.ModelReplied(FIRST, e(4), DONE),
              new Event.RunFinished(FIRST, new RunOutcome.Completed(Text.of("All done.")), TWICE)),
          List.of(new Event.RunAccepted(SECOND, PROMPT, Limits.DEFAULT)),
          List.of(
              new Event.ReplyInterrupted(SECOND, e(5), Text.of("Well")),
              new Event.RunFinished(SECOND, new RunOutcome.Cancelled("ann", "enough"), Usage.NONE)),
          List.of(new Event.HistoryCleared("ann")));

  private SampleJournal() {}

  static List<Recorded> journal() {
    var journal = new ArrayList<Recorded>();
    for (int i = 0; i < DECISIONS.size(); i++) {
      for (var event : DECISIONS.get(i)) {
        journal.add(new Recorded(journal.size() + 1, at(i), event));
      }
    }
    return journal;
  }

  /// The time of a decision; they are counted from 0.
  static Instant at(int decision) {
    return Instant.parse("2026-03-01T10:00:00Z").plusSeconds(decision);
  }

  static Recorded entry(int seq) {
    return journal().get(seq - 1);
  }

  static Event event(int seq) {
    return entry(seq).event();
  }

  /// The event `seq`, at its own time, in another place.
  static Recorded moved(int seq, int place) {
    return new Recorded(place, entry(seq).at(), event(seq));
  }

  static List<Recorded> dropped(List<Recorded> journal, int seq) {
    return journal.stream().filter(entry -> entry.seq() != seq).toList();
  }

  /// Changes places with the one after it.
  static List<Recorded> swapped(List<Recorded> journal, int seq) {
    var all = new ArrayList<>(journal);
    all.set(seq - 1, all.set(seq, all.get(seq - 1)));
    return renumbered(all);
  }

  /// Puts an event into the decision that stands there.
  static List<Recorded> inserted(List<Recorded> journal, int seq, Event event) {
    var all = new ArrayList<>(journal);
    var at = all.get(Math.min(seq, all.size()) - 1).at();
    all.add(seq - 1, new Recorded(seq, at, event));
    return renumbered(all);
  }

  static List<Recorded> with(List<Recorded> journal, Recorded entry) {
    var all = new ArrayList<>(journal);
    all.set((int) entry.seq() - 1, entry);
    return all;
  }

  static List<Recorded> renumbered(List<Recorded> journal) {
    var all = new ArrayList<Recorded>();
    for (var entry : journal) {
      all.add(new Recorded(all.size() + 1, entry.at(), entry.event()));
    }
    return all;
  }

  static Event settled(long effect, String words) {
    return new Event.ToolSettled(FIRST, e(effect), new ToolOutcome.Succeeded(Text.of(words)));
  }

  static ModelReply saying(String words) {
    return new ModelReply(List.of(new Block.Prose(Text.of(words))), StopReason.DONE, COST);
  }

  static EffectId e(long ordinal) {
    return new EffectId(ordinal);
  }
}
