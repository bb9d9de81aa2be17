package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.judged;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Decisions about budgets. A sample reply has ten tokens and costs a hundred millionths; the input
/// arrives five seconds after the journal.
final class BudgetRows {
  private static final TokenPrice PRICE = new TokenPrice(10_000_000, 10_000_000, 0, 0);
  private static final BudgetScope THE_RUN = new BudgetScope.OfRun();
  private static final BudgetScope THE_SESSION = new BudgetScope.OfSession();
  private static final BudgetScope ACME = new BudgetScope.OfAccount("acme");

  private static final RunLimits ONE_CALL = ofRun(Budget.NONE.toolCalls(1));
  private static final List<PlannedCall> ONE = List.of(planned(2, together(), ALLOW));
  private static final List<PlannedCall> EIGHT = calls(2, 9);
  private static final List<PlannedCall> NINE = calls(2, 10);

  private static final String NO_CALLS =
      "the run has used 1 of its 1 tool calls; the next call may need 1";
  private static final String ADVICE =
      ". The call was not made. Answer with what you have, and say what is missing.";
  private static final ToolOutcome REFUSED = new ToolOutcome.Denied("budget", NO_CALLS + ADVICE);

  /// The owner of an account, or the host itself, refused the call.
  private static final ToolOutcome GUARDED =
      new ToolOutcome.Denied("budget", "the month is over" + ADVICE);

  /// One call was made, one was refused; the final reply is due under e4.
  private static final HandwrittenJournal HALTED =
      HandwrittenJournal.acting(ONE_CALL, EIGHT.subList(0, 2))
          .then(
              SampleEvents.started(2, 1),
              SampleEvents.settled(3, REFUSED),
              SampleEvents.settled(2, FINE));

  private static final Input LOWER =
      new Input.BudgetsGiven(BudgetSet.NONE.ofSession(Budget.NONE.tokens(5)), "ann");
  private static final Event LOWERED =
      new Event.BudgetsSet(BudgetSet.NONE.ofSession(Budget.NONE.tokens(5)), "ann");

  /// One call reaches the soft limit.
  private static final Event SOFT_CALLS =
      new Event.BudgetsSet(
          BudgetSet.NONE.ofSession(Budget.NONE.toolCalls(BudgetCap.warning(1))), "ann");

  private static final Input REACHED =
      new Input.AccountLimitReached(RUN, ACME, BudgetMeasure.TOKENS, 80, 90);
  private static final Event SAID = new Event.BudgetWarned(RUN, ACME, BudgetMeasure.TOKENS, 80, 90);

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
            .given(
                HandwrittenJournal.acting(ONE_CALL, ONE)
                    .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE)))
            .when(answered(3, 1, calls(4, 12)))
            .then(refused(calls(4, 12))),
        row("calls that go one after the other are refused when their turn comes")
            .given(
                HandwrittenJournal.acting(
                        ONE_CALL,
                        List.of(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW)))
                    .then(SampleEvents.started(2, 1)))
            .when(new Input.ToolAnswered(e(2), FINE))
            .then(SampleEvents.settled(2, FINE), SampleEvents.settled(3, REFUSED)),
        row("a yes does not pay for a call")
            .given(
                HandwrittenJournal.acting(
                        ONE_CALL,
                        List.of(planned(2, together(), ALLOW), planned(3, together(), ASK)))
                    .then(SampleEvents.asked(3), SampleEvents.started(2, 1)))
            .when(approval(3, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .then(
                SampleEvents.said(3, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)),
                SampleEvents.settled(3, REFUSED)),
        row("a call that a crash cut off is paid for")
            .given(HandwrittenJournal.acting(ONE_CALL, ONE).then(SampleEvents.started(2, 1)))
            .when(recovered(Input.RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2), SampleEvents.started(2, 2)),
        row("no call is started when the time is over")
            .given(
                HandwrittenJournal.opened()
                    .then(SampleEvents.accepted(ofRun(Budget.NONE.time(BudgetCap.at(5_000))))))
            .when(answered(1, 1, ONE))
            .then(
                SampleEvents.replied(1, ONE),
                SampleEvents.planned(ONE),
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Denied(
                        "budget",
                        "the run has used 5s of its 5s of time; the next call may need 0.001s"
                            + ADVICE)),
                SampleEvents.finished(
                    failed("the run has used 5s of its 5s of time; the next call may need 0.001s"),
                    COST)));
  }

  private static Event[] refused(List<PlannedCall> calls) {
    var facts = new ArrayList<Event>();
    facts.add(SampleEvents.replied(3, calls));
    facts.add(SampleEvents.planned(calls));
    calls.forEach(call -> facts.add(SampleEvents.settled(call.effect().ordinal(), REFUSED)));
    return facts.toArray(Event[]::new);
  }

  private static DecisionRow oneIsStarted(String name, List<PlannedCall> calls) {
    var facts = new ArrayList<Event>();
    facts.add(SampleEvents.replied(1, calls));
    facts.add(SampleEvents.planned(calls));
    facts.add(SampleEvents.started(2, 1));
    calls.stream()
        .skip(1)
        .forEach(call -> facts.add(SampleEvents.settled(call.effect().ordinal(), REFUSED)));
    return row(name)
        .given(HandwrittenJournal.opened().then(SampleEvents.accepted(ONE_CALL)))
        .when(answered(1, 1, calls))
        .then(facts.toArray(Event[]::new));
  }

  private static List<DecisionRow> ofLastWords() {
    return List.of(
        row("after a refused call the last word is the answer of a failed run")
            .given(HALTED)
            .when(answered(4, 1, saying("So far.")))
            .then(
                SampleEvents.replied(4, saying("So far.")),
                SampleEvents.finished(
                    new RunOutcome.Failed(
                        ((RunOutcome.Failed) failed(NO_CALLS)).failure(), Text.of("So far.")),
                    TWICE)),
        row("after a refused call there are no tools, and who wants some fails")
            .given(HALTED)
            .when(answered(4, 1, List.of(planned(5, together(), ALLOW))))
            .then(
                SampleEvents.replied(4, List.of(planned(5, together(), ALLOW))),
                SampleEvents.planned(List.of(planned(5, together(), NOT_OFFERED))),
                SampleEvents.settled(
                    5, new ToolOutcome.Refused("the budget is used up; no tools were offered")),
                SampleEvents.interrupted(6, ""),
                SampleEvents.finished(failed(NO_CALLS), TWICE)),
        row("a larger budget lets a run go on that was at its end")
            .given(
                HALTED.then(
                    new Event.BudgetsSet(BudgetSet.NONE.ofRun(Budget.NONE.toolCalls(2)), "ann")))
            .when(answered(4, 1, List.of(planned(5, together(), ALLOW))))
            .then(
                SampleEvents.replied(4, List.of(planned(5, together(), ALLOW))),
                SampleEvents.planned(List.of(planned(5, together(), ALLOW))),
                SampleEvents.started(5, 1)),
        row("a guard of the host ends a run in which nothing is counted")
            .given(
                HandwrittenJournal.acting(ONE.getFirst())
                    .then(SampleEvents.started(2, 1), SampleEvents.settled(2, GUARDED)))
            .when(answered(3, 1, saying("So far.")))
            .then(
                SampleEvents.replied(3, saying("So far.")),
                SampleEvents.finished(
                    new RunOutcome.Failed(
                        ((RunOutcome.Failed) failed("the month is over")).failure(),
                        Text.of("So far.")),
                    TWICE)),
        row("a person who is called budget may say no without ending anything")
            .given(
                HandwrittenJournal.acting(ONE_CALL, List.of(planned(2, together(), ASK)))
                    .then(
                        SampleEvents.asked(2),
                        new Event.ApprovalAnswered(
                            RUN,
                            e(2),
                            new ApprovalAnswer.No("no", ApprovalAnswer.OnDenial.GO_ON),
                            "budget"),
                        SampleEvents.settled(2, new ToolOutcome.Denied("budget", "no"))))
            .when(answered(3, 1, saying("Well.")))
            .then(
                SampleEvents.replied(3, saying("Well.")),
                SampleEvents.finished(new RunOutcome.Completed(Text.of("Well.")), TWICE)));
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
            .given(
                HandwrittenJournal.opened()
                    .then(SampleEvents.accepted(ofRun(Budget.NONE.tokens(10)))))
            .when(answered(1, 1, saying("Done.")))
            .then(
                SampleEvents.replied(1, saying("Done.")),
                SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), COST)),
        row("the time that a person takes does not count")
            .given(
                HandwrittenJournal.acting(
                        ofRun(Budget.NONE.time(BudgetCap.at(4_000))),
                        List.of(planned(2, together(), ASK)))
                    .then(SampleEvents.asked(2)))
            .when(approval(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .then(
                SampleEvents.said(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)),
                SampleEvents.started(2, 1)),
        row("the time in which nobody drives a run does not count")
            .given(
                HandwrittenJournal.opened()
                    .then(SampleEvents.accepted(ofRun(Budget.NONE.time(BudgetCap.at(4_000))))))
            .when(recovered(Input.RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(1)));
  }

  private static DecisionRow spent(String name, Budget budget, String words) {
    return row(name)
        .given(HandwrittenJournal.acting(ofRun(budget), ONE).then(SampleEvents.started(2, 1)))
        .when(new Input.ToolAnswered(e(2), FINE))
        .then(
            SampleEvents.settled(2, FINE),
            SampleEvents.interrupted(3, ""),
            SampleEvents.finished(failed(words), COST));
  }

  private static List<DecisionRow> ofNextRuns() {
    var limits =
        new RunLimits(2, 100, 2, LoopGuard.OFF, budgets().ofSession(Budget.NONE.tokens(10)));
    var over =
        HandwrittenJournal.opened()
            .then(SampleEvents.accepted(limits), SampleEvents.replied(1, saying("Done.")));
    var words = "the session has used 10 of its 10 tokens; the next call may need 1";
    var exhausted = failed(words);
    var queued = new Event.PromptQueued(OTHER_RUN, PROMPT, RECIPE, limits);
    return List.of(
        row("a run that has nothing left ends where it begins")
            .given(over.then(SampleEvents.completed("Done.")))
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, limits, WhenBusy.REFUSE))
            .then(
                new Event.RunAccepted(OTHER_RUN, PROMPT, limits),
                new Event.RunFinished(OTHER_RUN, exhausted, Usage.NONE)),
        row("so do all that waited")
            .given(
                HandwrittenJournal.opened()
                    .then(
                        SampleEvents.accepted(limits),
                        queued,
                        new Event.PromptQueued(new RunId("r-3"), PROMPT, RECIPE, limits)))
            .when(answered(1, 1, saying("Done.")))
            .then(
                SampleEvents.replied(1, saying("Done.")),
                SampleEvents.completed("Done."),
                new Event.RunAccepted(OTHER_RUN, PROMPT, limits),
                new Event.RunFinished(OTHER_RUN, exhausted, Usage.NONE),
                new Event.RunAccepted(new RunId("r-3"), PROMPT, limits),
                new Event.RunFinished(new RunId("r-3"), exhausted, Usage.NONE)),
        row("a larger budget lets the session go on")
            .given(
                over.then(
                    SampleEvents.completed("Done."),
                    new Event.BudgetsSet(BudgetSet.NONE.ofSession(Budget.NONE.tokens(11)), "ann")))
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, limits, WhenBusy.REFUSE))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, limits)));
  }

  private static List<DecisionRow> ofWarnings() {
    var warning = new RunLimits(2, 100, 2, LoopGuard.OFF, budgets().ofSession(softTokens(10)));
    var warned = new Event.BudgetWarned(RUN, THE_SESSION, BudgetMeasure.TOKENS, 10, 10);
    return List.of(
        row("a soft limit is said and the run goes on")
            .given(HandwrittenJournal.opened().then(SampleEvents.accepted(ofRun(softTokens(9)))))
            .when(answered(1, 1, ONE))
            .then(
                SampleEvents.replied(1, ONE),
                SampleEvents.planned(ONE),
                SampleEvents.started(2, 1),
                new Event.BudgetWarned(RUN, THE_RUN, BudgetMeasure.TOKENS, 9, 10)),
        row("a soft limit is said before the end")
            .given(HandwrittenJournal.opened().then(SampleEvents.accepted(warning)))
            .when(answered(1, 1, saying("Done.")))
            .then(
                SampleEvents.replied(1, saying("Done.")), warned, SampleEvents.completed("Done.")),
        row("a soft limit is said once, whichever run it is")
            .given(
                HandwrittenJournal.opened()
                    .then(
                        SampleEvents.accepted(warning),
                        SampleEvents.replied(1, saying("Done.")),
                        warned,
                        SampleEvents.completed("Done."),
                        new Event.RunAccepted(OTHER_RUN, PROMPT, warning)))
            .when(answered(2, 1, saying("Done.")))
            .then(
                new Event.ModelReplied(OTHER_RUN, e(2), saying("Done.")),
                new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Done.")), COST)),
        row("a soft limit that a call of the host reaches is said in its name")
            .given(HandwrittenJournal.opened().then(SOFT_CALLS))
            .when(
                new Input.DirectCalled(
                    DirectRows.CALL, "host", judged(planned(1, together(), ALLOW))))
            .then(
                DirectRows.accepted(planned(1, together(), ALLOW)),
                DirectRows.started(1, 1),
                new Event.BudgetWarned(
                    DirectRows.CALL, THE_SESSION, BudgetMeasure.TOOL_CALLS, 1, 1)),
        row("a soft limit is not said where nothing is going any more")
            .given(DirectRows.RUNS.then(SOFT_CALLS))
            .when(new Input.ToolAnswered(e(1), FINE))
            .then(new Event.ToolSettled(DirectRows.CALL, e(1), FINE)),
        row("what an account says is written down")
            .given(HandwrittenJournal.thinking())
            .when(REACHED)
            .then(SAID),
        row("what an account says is written down while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(REACHED)
            .then(SAID),
        row("what an account said before is not said again")
            .given(HandwrittenJournal.thinking().then(SAID))
            .when(REACHED)
            .ignored(Why.NOTHING_TO_DO),
        row("what an account says to a run that is over")
            .given(HandwrittenJournal.opened())
            .when(REACHED)
            .ignored(Why.STALE),
        row("what an account says before the opening")
            .given(HandwrittenJournal.empty())
            .when(REACHED)
            .ignored(Why.NOT_OPEN));
  }

  private static List<DecisionRow> ofChanges() {
    return List.of(
        row("budgets are set between runs")
            .given(HandwrittenJournal.opened())
            .when(LOWER)
            .then(LOWERED),
        row("budgets are set while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(LOWER)
            .then(LOWERED),
        row("budgets are set while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(LOWER)
            .then(LOWERED),
        row("budgets go back to those of the agent")
            .given(HandwrittenJournal.opened().then(LOWERED))
            .when(new Input.BudgetsGiven(BudgetSet.NONE, "ann", BudgetOrigin.RUN))
            .then(new Event.BudgetsSet(BudgetSet.NONE, "ann", BudgetOrigin.RUN)),
        row("budgets go back to those of the run that is going")
            .given(HandwrittenJournal.thinking().then(LOWERED))
            .when(
                new Input.BudgetsGiven(
                    BudgetSet.NONE.ofSession(Budget.NONE.tokens(7)), "ann", BudgetOrigin.RUN))
            .then(new Event.BudgetsSet(BudgetSet.NONE, "ann", BudgetOrigin.RUN)),
        row("budgets that were never set do not go back")
            .given(HandwrittenJournal.thinking())
            .when(new Input.BudgetsGiven(BudgetSet.NONE, "ann", BudgetOrigin.RUN))
            .ignored(Why.NOTHING_TO_DO),
        row("budgets that are set already")
            .given(HandwrittenJournal.opened().then(LOWERED))
            .when(LOWER)
            .ignored(Why.NOTHING_TO_DO),
        row("budgets before the opening")
            .given(HandwrittenJournal.empty())
            .when(LOWER)
            .ignored(Why.NOT_OPEN));
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

  private static BudgetSet budgets() {
    return BudgetSet.NONE.withPrice(PRICE);
  }

  private static List<PlannedCall> calls(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(n -> planned(n, together(), ALLOW)).toList();
  }

  private static RunLimits ofRun(Budget budget) {
    return new RunLimits(5, 1_000, 2, LoopGuard.OFF, budgets().ofRun(budget));
  }

  private static Budget softTokens(long soft) {
    return Budget.NONE.tokens(BudgetCap.warning(soft));
  }
}
