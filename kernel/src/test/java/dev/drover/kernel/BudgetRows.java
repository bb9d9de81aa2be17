package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.approval;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.inOrder;
import static dev.drover.kernel.Samples.judged;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// What follows from budgets. A sample reply has ten tokens and costs a hundred millionths; five
/// seconds lie between the story and the input.
final class BudgetRows {
  private static final Price PRICE = new Price(10_000_000, 10_000_000, 0, 0);
  private static final Payer THE_RUN = new Payer.OfRun();
  private static final Payer THE_SESSION = new Payer.OfSession();
  private static final Payer ACME = new Payer.OfAccount("acme");

  private static final Limits ONE_CALL = ofRun(Budget.NONE.toolCalls(1));
  private static final List<PlannedCall> ONE = List.of(planned(2, together(), ALLOW));
  private static final List<PlannedCall> EIGHT = calls(2, 9);
  private static final List<PlannedCall> NINE = calls(2, 10);

  private static final String NO_CALLS =
      "the run has used 1 of its 1 tool calls; the next call may need 1";
  private static final String ADVICE =
      ". The call was not made. Answer with what you have, and say what is missing.";
  private static final ToolOutcome REFUSED = new ToolOutcome.Denied("budget", NO_CALLS + ADVICE);

  /// Whoever keeps an account, or the host itself, did not let the call begin.
  private static final ToolOutcome GUARDED =
      new ToolOutcome.Denied("budget", "the month is over" + ADVICE);

  /// One call was made, one was refused; the last word is due under e4.
  private static final Story HALTED =
      Story.acting(ONE_CALL, EIGHT.subList(0, 2))
          .then(Facts.started(2, 1), Facts.settled(3, REFUSED), Facts.settled(2, FINE));

  private static final Input LOWER =
      new Input.BudgetsGiven(Budgets.NONE.ofSession(Budget.NONE.tokens(5)), "ann");
  private static final Event LOWERED =
      new Event.BudgetsSet(Budgets.NONE.ofSession(Budget.NONE.tokens(5)), "ann");

  /// One call is enough to be told about it.
  private static final Event SOFT_CALLS =
      new Event.BudgetsSet(Budgets.NONE.ofSession(Budget.NONE.toolCalls(Cap.warning(1))), "ann");

  private static final Input REACHED = new Input.AccountReached(RUN, ACME, Measure.TOKENS, 80, 90);
  private static final Event SAID = new Event.BudgetWarned(RUN, ACME, Measure.TOKENS, 80, 90);

  private BudgetRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(ofToolCalls());
    rows.addAll(ofLastWords());
    rows.addAll(ofModelCalls());
    rows.addAll(ofNextRuns());
    rows.addAll(ofWarnings());
    rows.addAll(ofChanges());
    return rows;
  }

  private static List<DecisionRow> ofToolCalls() {
    return List.of(
        oneIsStarted("of eight calls with one left, one is started", EIGHT),
        oneIsStarted("a call that is refused makes room for the ninth, which is too", NINE),
        row("of nine calls with none left, the ninth is refused too")
            .given(Story.acting(ONE_CALL, ONE).then(Facts.started(2, 1), Facts.settled(2, FINE)))
            .when(answered(3, 1, calls(4, 12)))
            .then(refused(calls(4, 12))),
        row("calls that go one after the other are refused when their turn comes")
            .given(
                Story.acting(
                        ONE_CALL,
                        List.of(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW)))
                    .then(Facts.started(2, 1)))
            .when(new Input.ToolAnswered(e(2), FINE))
            .then(Facts.settled(2, FINE), Facts.settled(3, REFUSED)),
        row("a yes does not pay for a call")
            .given(
                Story.acting(
                        ONE_CALL,
                        List.of(planned(2, together(), ALLOW), planned(3, together(), ASK)))
                    .then(Facts.asked(3), Facts.started(2, 1)))
            .when(approval(3, new Answer.Yes(Answer.Scope.ONCE)))
            .then(Facts.said(3, new Answer.Yes(Answer.Scope.ONCE)), Facts.settled(3, REFUSED)),
        row("a call that a crash cut off is paid for")
            .given(Story.acting(ONE_CALL, ONE).then(Facts.started(2, 1)))
            .when(recovered(Input.Course.DRIVE_ON))
            .then(Facts.recovered(2), Facts.started(2, 2)),
        row("no call is started when the time is over")
            .given(Story.opened().then(Facts.accepted(ofRun(Budget.NONE.time(Cap.at(5_000))))))
            .when(answered(1, 1, ONE))
            .then(
                Facts.replied(1, ONE),
                Facts.planned(ONE),
                Facts.settled(
                    2,
                    new ToolOutcome.Denied(
                        "budget",
                        "the run has used 5s of its 5s of time; the next call may need 0.001s"
                            + ADVICE)),
                Facts.finished(
                    failed("the run has used 5s of its 5s of time; the next call may need 0.001s"),
                    COST)));
  }

  private static Event[] refused(List<PlannedCall> calls) {
    var facts = new ArrayList<Event>();
    facts.add(Facts.replied(3, calls));
    facts.add(Facts.planned(calls));
    calls.forEach(call -> facts.add(Facts.settled(call.effect().ordinal(), REFUSED)));
    return facts.toArray(Event[]::new);
  }

  private static DecisionRow oneIsStarted(String name, List<PlannedCall> calls) {
    var facts = new ArrayList<Event>();
    facts.add(Facts.replied(1, calls));
    facts.add(Facts.planned(calls));
    facts.add(Facts.started(2, 1));
    calls.stream()
        .skip(1)
        .forEach(call -> facts.add(Facts.settled(call.effect().ordinal(), REFUSED)));
    return row(name)
        .given(Story.opened().then(Facts.accepted(ONE_CALL)))
        .when(answered(1, 1, calls))
        .then(facts.toArray(Event[]::new));
  }

  private static List<DecisionRow> ofLastWords() {
    return List.of(
        row("after a refused call the last word is the answer of a failed run")
            .given(HALTED)
            .when(answered(4, 1, saying("So far.")))
            .then(
                Facts.replied(4, saying("So far.")),
                Facts.finished(
                    new RunOutcome.Failed(
                        ((RunOutcome.Failed) failed(NO_CALLS)).failure(), Text.of("So far.")),
                    TWICE)),
        row("after a refused call there are no tools, and who wants some fails")
            .given(HALTED)
            .when(answered(4, 1, List.of(planned(5, together(), ALLOW))))
            .then(
                Facts.replied(4, List.of(planned(5, together(), ALLOW))),
                Facts.planned(List.of(planned(5, together(), NOT_OFFERED))),
                Facts.settled(
                    5, new ToolOutcome.Refused("the budget is used up; no tools were offered")),
                Facts.interrupted(6, ""),
                Facts.finished(failed(NO_CALLS), TWICE)),
        row("a larger budget lets a run go on that was at its end")
            .given(
                HALTED.then(
                    new Event.BudgetsSet(Budgets.NONE.ofRun(Budget.NONE.toolCalls(2)), "ann")))
            .when(answered(4, 1, List.of(planned(5, together(), ALLOW))))
            .then(
                Facts.replied(4, List.of(planned(5, together(), ALLOW))),
                Facts.planned(List.of(planned(5, together(), ALLOW))),
                Facts.started(5, 1)),
        row("a guard of the host ends a run in which nothing is counted")
            .given(
                Story.acting(ONE.getFirst()).then(Facts.started(2, 1), Facts.settled(2, GUARDED)))
            .when(answered(3, 1, saying("So far.")))
            .then(
                Facts.replied(3, saying("So far.")),
                Facts.finished(
                    new RunOutcome.Failed(
                        ((RunOutcome.Failed) failed("the month is over")).failure(),
                        Text.of("So far.")),
                    TWICE)),
        row("a person who is called budget may say no without ending anything")
            .given(
                Story.acting(ONE_CALL, List.of(planned(2, together(), ASK)))
                    .then(
                        Facts.asked(2),
                        new Event.ApprovalAnswered(
                            RUN, e(2), new Answer.No("no", Answer.Then.GO_ON), "budget"),
                        Facts.settled(2, new ToolOutcome.Denied("budget", "no"))))
            .when(answered(3, 1, saying("Well.")))
            .then(
                Facts.replied(3, saying("Well.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Well.")), TWICE)));
  }

  private static List<DecisionRow> ofModelCalls() {
    return List.of(
        spent(
            "no model call is begun when the tokens of a budget are used",
            Budget.NONE.tokens(10),
            "the run has used 10 of its 10 tokens; the next call may need 1"),
        spent(
            "no model call is begun when the money is used",
            Budget.NONE.money("0.0001"),
            "the run has used 0.0001 of its 0.0001 of money; the next call may need 0.000001"),
        spent(
            "no model call is begun when all are made",
            Budget.NONE.modelCalls(1),
            "the run has used 1 of its 1 model calls; the next call may need 1"),
        row("the last tokens of a budget may be the answer")
            .given(Story.opened().then(Facts.accepted(ofRun(Budget.NONE.tokens(10)))))
            .when(answered(1, 1, saying("Done.")))
            .then(
                Facts.replied(1, saying("Done.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Done.")), COST)),
        row("the time that a person takes does not count")
            .given(
                Story.acting(
                        ofRun(Budget.NONE.time(Cap.at(4_000))),
                        List.of(planned(2, together(), ASK)))
                    .then(Facts.asked(2)))
            .when(approval(2, new Answer.Yes(Answer.Scope.ONCE)))
            .then(Facts.said(2, new Answer.Yes(Answer.Scope.ONCE)), Facts.started(2, 1)),
        row("the time in which nobody drives a run does not count")
            .given(Story.opened().then(Facts.accepted(ofRun(Budget.NONE.time(Cap.at(4_000))))))
            .when(recovered(Input.Course.DRIVE_ON))
            .then(Facts.recovered(1)));
  }

  private static DecisionRow spent(String name, Budget budget, String words) {
    return row(name)
        .given(Story.acting(ofRun(budget), ONE).then(Facts.started(2, 1)))
        .when(new Input.ToolAnswered(e(2), FINE))
        .then(
            Facts.settled(2, FINE), Facts.interrupted(3, ""), Facts.finished(failed(words), COST));
  }

  private static List<DecisionRow> ofNextRuns() {
    var limits = new Limits(2, 100, 2, LoopGuard.OFF, budgets().ofSession(Budget.NONE.tokens(10)));
    var over = Story.opened().then(Facts.accepted(limits), Facts.replied(1, saying("Done.")));
    var words = "the session has used 10 of its 10 tokens; the next call may need 1";
    var exhausted = failed(words);
    var queued = new Event.PromptQueued(OTHER_RUN, PROMPT, RECIPE, limits);
    return List.of(
        row("a run that has nothing left ends where it begins")
            .given(over.then(Facts.completed("Done.")))
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, limits, WhenBusy.REFUSE))
            .then(
                new Event.RunAccepted(OTHER_RUN, PROMPT, limits),
                new Event.RunFinished(OTHER_RUN, exhausted, Usage.NONE)),
        row("so do all that waited")
            .given(
                Story.opened()
                    .then(
                        Facts.accepted(limits),
                        queued,
                        new Event.PromptQueued(new RunId("r-3"), PROMPT, RECIPE, limits)))
            .when(answered(1, 1, saying("Done.")))
            .then(
                Facts.replied(1, saying("Done.")),
                Facts.completed("Done."),
                new Event.RunAccepted(OTHER_RUN, PROMPT, limits),
                new Event.RunFinished(OTHER_RUN, exhausted, Usage.NONE),
                new Event.RunAccepted(new RunId("r-3"), PROMPT, limits),
                new Event.RunFinished(new RunId("r-3"), exhausted, Usage.NONE)),
        row("a larger budget lets the session go on")
            .given(
                over.then(
                    Facts.completed("Done."),
                    new Event.BudgetsSet(Budgets.NONE.ofSession(Budget.NONE.tokens(11)), "ann")))
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, limits, WhenBusy.REFUSE))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, limits)));
  }

  private static List<DecisionRow> ofWarnings() {
    var warning = new Limits(2, 100, 2, LoopGuard.OFF, budgets().ofSession(softTokens(10)));
    var warned = new Event.BudgetWarned(RUN, THE_SESSION, Measure.TOKENS, 10, 10);
    return List.of(
        row("a soft limit is said and the run goes on")
            .given(Story.opened().then(Facts.accepted(ofRun(softTokens(9)))))
            .when(answered(1, 1, ONE))
            .then(
                Facts.replied(1, ONE),
                Facts.planned(ONE),
                Facts.started(2, 1),
                new Event.BudgetWarned(RUN, THE_RUN, Measure.TOKENS, 9, 10)),
        row("a soft limit is said before the end")
            .given(Story.opened().then(Facts.accepted(warning)))
            .when(answered(1, 1, saying("Done.")))
            .then(Facts.replied(1, saying("Done.")), warned, Facts.completed("Done.")),
        row("a soft limit is said once, whichever run it is")
            .given(
                Story.opened()
                    .then(
                        Facts.accepted(warning),
                        Facts.replied(1, saying("Done.")),
                        warned,
                        Facts.completed("Done."),
                        new Event.RunAccepted(OTHER_RUN, PROMPT, warning)))
            .when(answered(2, 1, saying("Done.")))
            .then(
                new Event.ModelReplied(OTHER_RUN, e(2), saying("Done.")),
                new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Done.")), COST)),
        row("a soft limit that a call of the host reaches is said in its name")
            .given(Story.opened().then(SOFT_CALLS))
            .when(
                new Input.DirectCalled(
                    DirectRows.CALL, "host", judged(planned(1, together(), ALLOW))))
            .then(
                DirectRows.accepted(planned(1, together(), ALLOW)),
                DirectRows.started(1, 1),
                new Event.BudgetWarned(DirectRows.CALL, THE_SESSION, Measure.TOOL_CALLS, 1, 1)),
        row("a soft limit is not said where nothing is going any more")
            .given(DirectRows.RUNS.then(SOFT_CALLS))
            .when(new Input.ToolAnswered(e(1), FINE))
            .then(new Event.ToolSettled(DirectRows.CALL, e(1), FINE)),
        row("what an account says is written down")
            .given(Story.thinking())
            .when(REACHED)
            .then(SAID),
        row("what an account says is written down while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(REACHED)
            .then(SAID),
        row("what an account said before is not said again")
            .given(Story.thinking().then(SAID))
            .when(REACHED)
            .ignored(Why.NOTHING_TO_DO),
        row("what an account says to a run that is over")
            .given(Story.opened())
            .when(REACHED)
            .ignored(Why.STALE),
        row("what an account says before the opening")
            .given(Story.untold())
            .when(REACHED)
            .ignored(Why.NOT_OPEN));
  }

  private static List<DecisionRow> ofChanges() {
    return List.of(
        row("budgets are set between runs").given(Story.opened()).when(LOWER).then(LOWERED),
        row("budgets are set while the model is asked")
            .given(Story.thinking())
            .when(LOWER)
            .then(LOWERED),
        row("budgets are set while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(LOWER)
            .then(LOWERED),
        row("budgets that are set already")
            .given(Story.opened().then(LOWERED))
            .when(LOWER)
            .ignored(Why.NOTHING_TO_DO),
        row("budgets before the opening").given(Story.untold()).when(LOWER).ignored(Why.NOT_OPEN));
  }

  private static final Verdict NOT_OFFERED =
      new Verdict.Reject("the budget is used up; no tools were offered");

  private static final String REMEDY =
      "Raise the budget, or wait until it is renewed, then send another prompt.";

  private static RunOutcome failed(String words) {
    return new RunOutcome.Failed(
        new Failure(
            new Problem("budget_exhausted", "Budget exhausted", words, REMEDY),
            Failure.Retry.NEVER),
        Text.EMPTY);
  }

  private static Budgets budgets() {
    return Budgets.NONE.at(PRICE);
  }

  private static List<PlannedCall> calls(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(n -> planned(n, together(), ALLOW)).toList();
  }

  private static Limits ofRun(Budget budget) {
    return new Limits(5, 1_000, 2, LoopGuard.OFF, budgets().ofRun(budget));
  }

  private static Budget softTokens(long soft) {
    return Budget.NONE.tokens(Cap.warning(soft));
  }
}
