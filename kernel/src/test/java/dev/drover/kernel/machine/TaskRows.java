package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// Decisions about tasks of children and their ends.
final class TaskRows {
  private static final SessionId CHILD = new SessionId("s-1-e2");
  private static final Text NOTE = Text.of("The task has ended.");

  /// A child works for e2, which waits for it; e3 runs.
  private static final HandwrittenJournal WAITING =
      HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.FOREGROUND));

  /// A child works in the background, and the run has ended.
  private static final HandwrittenJournal RESTING =
      HandwrittenJournal.acting(planned(2, together(), ALLOW))
          .then(
              SampleEvents.started(2, 1),
              SampleEvents.delegated(TaskMode.BACKGROUND),
              SampleEvents.settled(2, FINE),
              SampleEvents.replied(3, saying("Done.")),
              SampleEvents.finished(
                  new RunOutcome.Completed(Text.of("Done.")), SampleValues.TWICE));

  private TaskRows() {}

  private static final ToolOutcome BROKEN = new ToolOutcome.Failed(Text.of("the store is away"));

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(starting());
    rows.addAll(ending());
    rows.addAll(stopping());
    rows.addAll(waking());
    rows.addAll(ofTheHost());
    rows.addAll(behindTheHost());
    return rows;
  }

  private static Input announced(long effect) {
    return new Input.TaskAnnounced(e(effect), CHILD, "clerk/explore", TaskMode.FOREGROUND, LIMITS);
  }

  private static Input finished(TaskStatus status, String text) {
    return new Input.TaskFinished(CHILD, new TaskOutcome(status, Text.of(text), COST, NOTE));
  }

  private static Event ended(TaskStatus status, Usage usage) {
    return new Event.TaskEnded(CHILD, status, usage);
  }

  private static Event told(ToolOutcome outcome) {
    return new Event.ToolSettled(RUN, e(2), outcome, List.of(), CHILD.value());
  }

  private static List<DecisionRow> starting() {
    return List.of(
        row("a call that runs gives a child something to do")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(announced(2))
            .then(SampleEvents.delegated(TaskMode.FOREGROUND)),
        row("a child is given it once")
            .given(WAITING)
            .when(announced(2))
            .ignored(Why.NOTHING_TO_DO),
        row("nor again when it is over")
            .given(WAITING.then(ended(TaskStatus.COMPLETED, COST)))
            .when(announced(2))
            .ignored(Why.NOTHING_TO_DO),
        row("as many tasks go on as may, and no more")
            .given(busy(32))
            .when(announced(3))
            .ignored(Why.BUSY),
        row("one more task goes on where one may")
            .given(busy(31))
            .when(announced(3))
            .then(new Event.TaskStarted(RUN, e(3), CHILD, "clerk/explore", TaskMode.FOREGROUND)),
        none("before anything was opened", HandwrittenJournal.empty(), Why.NOT_OPEN),
        none("while nothing is going", HandwrittenJournal.opened(), Why.STALE),
        none("while the model is asked", HandwrittenJournal.thinking(), Why.STALE),
        none(
            "by a call that is not started",
            HandwrittenJournal.acting(planned(2, together(), ALLOW)),
            Why.STALE),
        none(
            "by a call that is asked about",
            HandwrittenJournal.acting(planned(2, together(), ASK)).then(SampleEvents.asked(2)),
            Why.STALE),
        none("by a call that is elsewhere", DeferralRows.AWAY, Why.STALE),
        none("by a call whose outcome was lost", HalfFinishedTurns.PROBING, Why.STALE),
        none(
            "by a call that has ended",
            HalfFinishedTurns.BOTH_RUN.then(SampleEvents.settled(2, FINE)),
            Why.STALE));
  }

  /// This many children work for e2; e3 runs.
  private static HandwrittenJournal busy(int children) {
    var story = HalfFinishedTurns.BOTH_RUN;
    for (int n = 1; n <= children; n++) {
      story =
          story.then(
              new Event.TaskStarted(
                  RUN, e(2), new SessionId("c-" + n), "clerk/explore", TaskMode.BACKGROUND));
    }
    return story;
  }

  private static DecisionRow none(String when, HandwrittenJournal story, Why why) {
    return row("nobody is given a task " + when).given(story).when(announced(2)).ignored(why);
  }

  /// Another child works for e3.
  private static Event other() {
    return new Event.TaskStarted(
        RUN, e(3), new SessionId("s-1-e3"), "clerk/explore", TaskMode.FOREGROUND);
  }

  private static List<DecisionRow> ending() {
    return List.of(
        row("what a child has seen is what its word is labelled with")
            .given(WAITING)
            .when(
                new Input.TaskFinished(
                    CHILD,
                    new TaskOutcome(
                        TaskStatus.COMPLETED,
                        Text.of("found"),
                        COST,
                        NOTE,
                        List.of(Label.UNTRUSTED))))
            .then(
                ended(TaskStatus.COMPLETED, COST),
                new Event.ToolSettled(
                    RUN,
                    e(2),
                    new ToolOutcome.Succeeded(Text.of("found")),
                    List.of(Label.UNTRUSTED),
                    CHILD.value())),
        row("the word of a child settles the call that waits for it")
            .given(WAITING)
            .when(finished(TaskStatus.COMPLETED, "found"))
            .then(
                ended(TaskStatus.COMPLETED, COST),
                told(new ToolOutcome.Succeeded(Text.of("found")))),
        row("a child that failed is an outcome that the model reads")
            .given(WAITING)
            .when(finished(TaskStatus.FAILED, "out of turns"))
            .then(
                ended(TaskStatus.FAILED, COST),
                told(new ToolOutcome.Failed(Text.of("out of turns")))),
        row("a child that was cancelled by itself as well")
            .given(WAITING)
            .when(finished(TaskStatus.CANCELLED, "by ann"))
            .then(
                ended(TaskStatus.CANCELLED, COST), told(new ToolOutcome.Failed(Text.of("by ann")))),
        row("of two children the one that speaks is heard")
            .given(
                HalfFinishedTurns.BOTH_RUN.then(
                    other(), SampleEvents.delegated(TaskMode.FOREGROUND)))
            .when(finished(TaskStatus.COMPLETED, "found"))
            .then(
                ended(TaskStatus.COMPLETED, COST),
                told(new ToolOutcome.Succeeded(Text.of("found")))),
        row("the second word of a child says nothing")
            .given(
                WAITING.then(
                    ended(TaskStatus.COMPLETED, COST),
                    told(new ToolOutcome.Succeeded(Text.of("found")))))
            .when(finished(TaskStatus.FAILED, "late"))
            .ignored(Why.STALE),
        row("a child speaks to a session that was never opened")
            .given(HandwrittenJournal.empty())
            .when(finished(TaskStatus.COMPLETED, "found"))
            .ignored(Why.NOT_OPEN),
        row("a child that nobody knows speaks to one that rests")
            .given(HandwrittenJournal.opened())
            .when(finished(TaskStatus.COMPLETED, "found"))
            .ignored(Why.STALE),
        row("a child that nobody knows speaks to one that thinks")
            .given(HandwrittenJournal.thinking())
            .when(finished(TaskStatus.COMPLETED, "found"))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> stopping() {
    var cancelled = ToolOutcome.Cancelled.by("ann");
    return List.of(
        row("a run that is cancelled ends the tasks it waits for")
            .given(WAITING)
            .when(cancel(RUN, ""))
            .then(
                SampleEvents.settled(2, cancelled),
                ended(TaskStatus.CANCELLED, Usage.NONE),
                SampleEvents.settled(3, cancelled),
                SampleEvents.interrupted(4, ""),
                SampleEvents.cancelledByAnn(COST)),
        row("a call that is cancelled ends its task")
            .given(WAITING)
            .when(new Input.CallCancelled(e(2), "ann"))
            .then(SampleEvents.settled(2, cancelled), ended(TaskStatus.CANCELLED, Usage.NONE)),
        row("a call that answers itself ends its task")
            .given(WAITING)
            .when(new Input.ToolAnswered(e(2), FINE))
            .then(SampleEvents.settled(2, FINE), ended(TaskStatus.CANCELLED, Usage.NONE)),
        row("a call that fails ends the task that it was to give away")
            .given(HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.BACKGROUND)))
            .when(new Input.ToolAnswered(e(2), BROKEN))
            .then(SampleEvents.settled(2, BROKEN), ended(TaskStatus.CANCELLED, Usage.NONE)),
        row("a close ends what goes on in the background")
            .given(RESTING)
            .when(new Input.CloseRequested("close", "enough", Text.EMPTY))
            .then(ended(TaskStatus.CANCELLED, Usage.NONE)),
        row("a close ends a run and what goes on in the background beside it")
            .given(
                HalfFinishedTurns.BOTH_RUN.then(
                    SampleEvents.delegated(TaskMode.BACKGROUND), SampleEvents.settled(2, FINE)))
            .when(new Input.CloseRequested("close", "enough", Text.EMPTY))
            .then(
                SampleEvents.settled(3, new ToolOutcome.Cancelled("cancelled by close")),
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(new RunOutcome.Cancelled("close", "enough"), COST),
                ended(TaskStatus.CANCELLED, Usage.NONE)),
        row("a close ends a run and the task that its call waits for, once")
            .given(WAITING)
            .when(new Input.CloseRequested("close", "enough", Text.EMPTY))
            .then(
                SampleEvents.settled(2, new ToolOutcome.Cancelled("cancelled by close")),
                ended(TaskStatus.CANCELLED, Usage.NONE),
                SampleEvents.settled(3, new ToolOutcome.Cancelled("cancelled by close")),
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(new RunOutcome.Cancelled("close", "enough"), COST)),
        row("a cancel of what is going does not")
            .given(RESTING)
            .when(SampleValues.cancelAny())
            .ignored(Why.IDLE),
        row("a call that is recovered keeps its task")
            .given(
                HandwrittenJournal.acting(planned(2, together(), ALLOW))
                    .then(SampleEvents.started(2, 1), SampleEvents.delegated(TaskMode.FOREGROUND)))
            .when(recovered(Input.RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2), SampleEvents.started(2, 2)));
  }

  private static List<DecisionRow> waking() {
    var key = new RunKey("task " + CHILD);
    return List.of(
        row("a session that rests begins to work when a task in the background has ended")
            .given(RESTING)
            .when(finished(TaskStatus.COMPLETED, "found"))
            .then(
                ended(TaskStatus.COMPLETED, COST),
                new Event.RunAccepted(
                    new RunId("w-s-1-e2"),
                    new Prompt(NOTE, new Prompt.History.Own(), key),
                    LIMITS)),
        row("one that is at work hears it")
            .given(HalfFinishedTurns.BOTH_RUN.then(SampleEvents.delegated(TaskMode.BACKGROUND)))
            .when(finished(TaskStatus.FAILED, "lost"))
            .then(ended(TaskStatus.FAILED, COST), new Event.TextSteered(RUN, NOTE, key)));
  }

  private static List<DecisionRow> ofTheHost() {
    return List.of(
        row("a call of the host gives a child something to do")
            .given(DirectRows.RUNS)
            .when(announced(1))
            .then(
                new Event.TaskStarted(
                    DirectRows.CALL, e(1), CHILD, "clerk/explore", TaskMode.FOREGROUND)),
        row("also where the conversation was handed on, if it waits for it")
            .given(DirectRows.RUNS.then(HandOffRows.HANDED))
            .when(announced(1))
            .then(
                new Event.TaskStarted(
                    DirectRows.CALL, e(1), CHILD, "clerk/explore", TaskMode.FOREGROUND)),
        row("but nothing goes on behind where nothing begins any more")
            .given(DirectRows.RUNS.then(HandOffRows.HANDED))
            .when(
                new Input.TaskAnnounced(e(1), CHILD, "clerk/explore", TaskMode.BACKGROUND, LIMITS))
            .ignored(Why.HANDED_OFF),
        direct("that is elsewhere", DirectRows.AWAY),
        direct("that is asked about", DirectRows.ASKS),
        direct("whose outcome was lost", DirectRows.PROBES));
  }

  /// A direct call has no limits of its own, but the runs that follow from it have.
  private static List<DecisionRow> behindTheHost() {
    var begun =
        new Event.TaskStarted(
            DirectRows.CALL, e(1), CHILD, "clerk/explore", TaskMode.BACKGROUND, LIMITS);
    return List.of(
        row("a call of the host gives out what goes on behind it, and how far that may go")
            .given(DirectRows.RUNS)
            .when(
                new Input.TaskAnnounced(e(1), CHILD, "clerk/explore", TaskMode.BACKGROUND, LIMITS))
            .then(begun),
        row("the run that begins when it has ended has those limits")
            .given(DirectRows.RUNS.then(begun, new Event.ToolSettled(DirectRows.CALL, e(1), FINE)))
            .when(finished(TaskStatus.COMPLETED, "found"))
            .then(
                ended(TaskStatus.COMPLETED, COST),
                new Event.RunAccepted(
                    new RunId("w-s-1-e2"),
                    new Prompt(NOTE, new Prompt.History.Own(), new RunKey("task " + CHILD)),
                    LIMITS)));
  }

  private static DecisionRow direct(String which, HandwrittenJournal story) {
    return row("nobody is given a task by a call of the host " + which)
        .given(story)
        .when(announced(1))
        .ignored(Why.STALE);
  }
}
