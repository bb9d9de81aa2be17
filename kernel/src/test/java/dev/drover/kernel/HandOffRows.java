package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.inOrder;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;

import dev.drover.kernel.Decision.Why;
import java.util.ArrayList;
import java.util.List;

/// What follows when a conversation is handed on, by the model or by the host.
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

  /// Five seconds lie between the story and the input.
  private static final Limits SOON_LATE =
      new Limits(
          5,
          1_000,
          2,
          LoopGuard.OFF,
          Budgets.NONE.ofRun(Budget.NONE.time(Cap.at(60_000).warningAt(5_000))));

  /// e2 runs, and is the only call.
  private static final Story ALONE =
      Story.acting(planned(2, inOrder(), ALLOW)).then(Facts.started(2, 1));

  /// A child works in the background for e2, which is settled; e3 runs.
  private static final Story WITH_A_TASK =
      Story.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW))
          .then(
              Facts.started(2, 1),
              Facts.delegated(TaskMode.BACKGROUND),
              Facts.settled(2, FINE),
              Facts.started(3, 1));

  private HandOffRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(byTheModel());
    rows.addAll(byTheHost());
    rows.addAll(ofTheHost());
    return rows;
  }

  private static DecisionRow none(String when, Story story) {
    return row("nobody hands on by a call " + when).given(story).when(BY_CALL).ignored(Why.STALE);
  }

  /// Calls that the host makes itself end no run.
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

  private static DecisionRow direct(String which, Story story) {
    return row("a call of the host hands nothing on " + which)
        .given(story)
        .when(new Input.HandedOff(e(1), TO))
        .ignored(Why.STALE);
  }

  private static List<DecisionRow> byTheModel() {
    return List.of(
        row("a call hands on before there is a session")
            .given(Story.untold())
            .when(BY_CALL)
            .ignored(Why.NOT_OPEN),
        row("a call hands on when nothing is going")
            .given(Story.opened())
            .when(BY_CALL)
            .ignored(Why.STALE),
        row("a call hands on while the model is asked")
            .given(Story.thinking())
            .when(BY_CALL)
            .ignored(Why.STALE),
        row("a call hands on that nobody has allowed")
            .given(Turn.ASKED_ALONE)
            .when(BY_CALL)
            .ignored(Why.STALE),
        none("that is not started", Story.acting(planned(2, inOrder(), ALLOW))),
        none("that is elsewhere", DeferralRows.AWAY),
        none("whose outcome was lost", Turn.PROBING),
        none("that has ended", Turn.BOTH_RUN.then(Facts.settled(2, FINE))),
        row("a run ends by handing on")
            .given(ALONE)
            .when(BY_CALL)
            .then(
                Facts.settled(2, TOLD),
                Facts.interrupted(3, ""),
                HANDED,
                Facts.finished(OUTCOME, COST)),
        row("a soft limit that is reached is said before a run hands on")
            .given(
                Story.acting(SOON_LATE, List.of(planned(2, inOrder(), ALLOW)))
                    .then(Facts.started(2, 1)))
            .when(BY_CALL)
            .then(
                Facts.settled(2, TOLD),
                new Event.BudgetWarned(RUN, new Payer.OfRun(), Measure.TIME, 5_000, 5_000),
                Facts.interrupted(3, ""),
                HANDED,
                Facts.finished(OUTCOME, COST)),
        row("calls after the one that hands on are not made")
            .given(Turn.IN_ORDER)
            .when(BY_CALL)
            .then(
                Facts.settled(2, TOLD),
                Facts.settled(3, new ToolOutcome.Cancelled("the conversation was handed on first")),
                Facts.interrupted(4, ""),
                HANDED,
                Facts.finished(OUTCOME, COST)),
        row("prompts that wait are handed on too")
            .given(ALONE.then(new Event.PromptQueued(OTHER_RUN, PROMPT, RECIPE, LIMITS)))
            .when(BY_CALL)
            .then(
                Facts.settled(2, TOLD),
                Facts.interrupted(3, ""),
                HANDED,
                new Event.RunFinished(
                    OTHER_RUN,
                    new RunOutcome.HandedOff(NEXT, new RunId("h-r-2"), PROMPT.text()),
                    Usage.NONE),
                Facts.finished(OUTCOME, COST)),
        row("nobody hands on while children work")
            .given(WITH_A_TASK)
            .when(new Input.HandedOff(e(3), TO))
            .then(
                Facts.settled(
                    3,
                    new ToolOutcome.Failed(
                        Text.of(
                            "1 tasks are going, and their ends are told here; wait for them, or"
                                + " cancel them")))));
  }

  private static List<DecisionRow> byTheHost() {
    return List.of(
        row("the host hands on before there is a session")
            .given(Story.untold())
            .when(BY_HOST)
            .ignored(Why.NOT_OPEN),
        row("the host hands on when nothing is going")
            .given(Story.opened())
            .when(BY_HOST)
            .then(new Event.SessionHandedOff(TO, "ann")),
        row("the host hands on while the model is asked")
            .given(Story.thinking())
            .when(BY_HOST)
            .ignored(Why.BUSY),
        row("the host hands on while calls are open")
            .given(Turn.BOTH_RUN)
            .when(BY_HOST)
            .ignored(Why.BUSY),
        row("the host hands on twice")
            .given(Story.opened().then(HANDED))
            .when(BY_HOST)
            .ignored(Why.HANDED_OFF),
        row("the host hands on while children work")
            .given(
                WITH_A_TASK.then(
                    Facts.settled(3, FINE),
                    Facts.replied(4, saying("Done.")),
                    Facts.finished(new RunOutcome.Completed(Text.of("Done.")), Samples.TWICE)))
            .when(BY_HOST)
            .ignored(Why.NOT_ALLOWED),
        row("a prompt to a session that was handed on")
            .given(Story.opened().then(HANDED))
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.QUEUE))
            .ignored(Why.HANDED_OFF));
  }
}
