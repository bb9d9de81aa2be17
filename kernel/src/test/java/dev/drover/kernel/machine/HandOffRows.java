package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;

/// Decisions about hand-offs, by the model or by the host.
final class HandOffRows {
  private static final SessionId NEXT = new SessionId("s-next");
  private static final HandOff TO =
      new HandOff(NEXT, new RunId("r-next"), "billing", "/bills", Text.of("Pay."));
  private static final Input BY_CALL = new Input.HandedOff(e(2), TO);
  private static final Input BY_HOST = new Input.HandOffRequested(TO, "ann");
  static final Event HANDED = new Event.SessionHandedOff(TO, "clerk");
  private static final RunOutcome OUTCOME =
      new RunOutcome.HandedOff(NEXT, new RunId("r-next"), Text.of("Pay."));
  private static final ToolOutcome TOLD =
      new ToolOutcome.Succeeded(Text.of("The conversation goes on with billing"));

  /// The input arrives five seconds after the journal.
  private static final RunLimits SOON_LATE =
      new RunLimits(
          5,
          1_000,
          2,
          LoopGuard.OFF,
          BudgetSet.NONE.ofRun(Budget.NONE.time(BudgetCap.at(60_000).warningAt(5_000))));

  /// e2 runs, and is the only call.
  private static final HandwrittenJournal ALONE =
      HandwrittenJournal.acting(planned(2, inOrder(), ALLOW)).then(SampleEvents.started(2, 1));

  /// A child works in the background for e2, which is settled; e3 runs.
  private static final HandwrittenJournal WITH_A_TASK =
      HandwrittenJournal.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW))
          .then(
              SampleEvents.started(2, 1),
              SampleEvents.delegated(TaskMode.BACKGROUND),
              SampleEvents.settled(2, FINE),
              SampleEvents.started(3, 1));

  private HandOffRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(byTheModel());
    rows.addAll(byTheHost());
    rows.addAll(ofTheHost());
    return rows;
  }

  private static DecisionRow none(String when, HandwrittenJournal story) {
    return row("nobody hands on by a call " + when).given(story).when(BY_CALL).ignored(Why.STALE);
  }

  /// Direct calls of the host end no run.
  private static List<DecisionRow> ofTheHost() {
    return List.of(
        row("a call of the host hands nothing on")
            .given(DirectRows.RUNS)
            .when(new Input.HandedOff(e(1), TO))
            .then(
                new Event.ToolSettled(
                    DirectRows.CALL,
                    e(1),
                    new ToolOutcome.Failed(Text.of("only the model of a run hands on with it")))),
        direct("that is elsewhere", DirectRows.AWAY),
        direct("that is asked about", DirectRows.ASKS),
        direct("whose outcome was lost", DirectRows.PROBES));
  }

  private static DecisionRow direct(String which, HandwrittenJournal story) {
    return row("a call of the host hands nothing on " + which)
        .given(story)
        .when(new Input.HandedOff(e(1), TO))
        .ignored(Why.STALE);
  }

  private static List<DecisionRow> byTheModel() {
    return List.of(
        row("a call hands on before there is a session")
            .given(HandwrittenJournal.empty())
            .when(BY_CALL)
            .ignored(Why.NOT_OPEN),
        row("a call hands on when nothing is going")
            .given(HandwrittenJournal.opened())
            .when(BY_CALL)
            .ignored(Why.STALE),
        row("a call hands on while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(BY_CALL)
            .ignored(Why.STALE),
        row("a call hands on that nobody has allowed")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(BY_CALL)
            .ignored(Why.STALE),
        none("that is not started", HandwrittenJournal.acting(planned(2, inOrder(), ALLOW))),
        none("that is elsewhere", DeferralRows.AWAY),
        none("whose outcome was lost", HalfFinishedTurns.PROBING),
        none("that has ended", HalfFinishedTurns.BOTH_RUN.then(SampleEvents.settled(2, FINE))),
        row("a run ends by handing on")
            .given(ALONE)
            .when(BY_CALL)
            .then(
                SampleEvents.settled(2, TOLD),
                SampleEvents.interrupted(3, ""),
                HANDED,
                SampleEvents.finished(OUTCOME, COST)),
        row("a soft limit that is reached is said before a run hands on")
            .given(
                HandwrittenJournal.acting(SOON_LATE, List.of(planned(2, inOrder(), ALLOW)))
                    .then(SampleEvents.started(2, 1)))
            .when(BY_CALL)
            .then(
                SampleEvents.settled(2, TOLD),
                new Event.BudgetWarned(
                    RUN, new BudgetScope.OfRun(), BudgetMeasure.TIME, 5_000, 5_000),
                SampleEvents.interrupted(3, ""),
                HANDED,
                SampleEvents.finished(OUTCOME, COST)),
        row("calls after the one that hands on are not made")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(BY_CALL)
            .then(
                SampleEvents.settled(2, TOLD),
                SampleEvents.settled(
                    3, new ToolOutcome.Cancelled("the conversation was handed on first")),
                SampleEvents.interrupted(4, ""),
                HANDED,
                SampleEvents.finished(OUTCOME, COST)),
        row("prompts that wait are handed on too")
            .given(ALONE.then(new Event.PromptQueued(OTHER_RUN, PROMPT, RECIPE, LIMITS)))
            .when(BY_CALL)
            .then(
                SampleEvents.settled(2, TOLD),
                SampleEvents.interrupted(3, ""),
                HANDED,
                new Event.RunFinished(
                    OTHER_RUN,
                    new RunOutcome.HandedOff(NEXT, new RunId("h-r-2"), PROMPT.text()),
                    Usage.NONE),
                SampleEvents.finished(OUTCOME, COST)),
        row("nobody hands on while children work")
            .given(WITH_A_TASK)
            .when(new Input.HandedOff(e(3), TO))
            .then(
                SampleEvents.settled(
                    3,
                    new ToolOutcome.Failed(
                        Text.of(
                            "1 tasks are going, and their ends are told here; wait for them, or"
                                + " cancel them")))));
  }

  private static List<DecisionRow> byTheHost() {
    return List.of(
        row("the host hands on before there is a session")
            .given(HandwrittenJournal.empty())
            .when(BY_HOST)
            .ignored(Why.NOT_OPEN),
        row("the host hands on when nothing is going")
            .given(HandwrittenJournal.opened())
            .when(BY_HOST)
            .then(new Event.SessionHandedOff(TO, "ann")),
        row("the host hands on while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(BY_HOST)
            .ignored(Why.BUSY),
        row("the host hands on while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(BY_HOST)
            .ignored(Why.BUSY),
        row("the host hands on twice")
            .given(HandwrittenJournal.opened().then(HANDED))
            .when(BY_HOST)
            .ignored(Why.HANDED_OFF),
        row("the host hands on while children work")
            .given(
                WITH_A_TASK.then(
                    SampleEvents.settled(3, FINE),
                    SampleEvents.replied(4, saying("Done.")),
                    SampleEvents.finished(
                        new RunOutcome.Completed(Text.of("Done.")), SampleValues.TWICE)))
            .when(BY_HOST)
            .ignored(Why.NOT_ALLOWED),
        row("a prompt to a session that was handed on")
            .given(HandwrittenJournal.opened().then(HANDED))
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.QUEUE))
            .ignored(Why.HANDED_OFF));
  }
}
