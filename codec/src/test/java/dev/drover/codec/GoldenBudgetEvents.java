package dev.drover.codec;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of budget events.
final class GoldenBudgetEvents {
  static final BudgetSet BUDGETS =
      new BudgetSet(
          new Budget(
              BudgetCap.at(200_000).warningAt(150_000),
              BudgetCap.at(500_000),
              BudgetCap.at(20),
              BudgetCap.warning(40),
              BudgetCap.at(600_000)),
          Budget.NONE.tokens(1_000_000),
          new BudgetSet.SharedAccount("acme", Budget.NONE.money("12.50")),
          new TokenPrice(3_000_000, 15_000_000, 300_000, 3_750_000));

  static final OneShotRecord SHOT =
      new OneShotRecord(
          "title",
          "scripted/small",
          new Usage(120, 8, 3, 0, 2),
          BudgetSet.NONE
              .ofAccount("acme")
              .withPrice(new TokenPrice(1_000_000, 5_000_000, 100_000, 0)));

  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenBudgetEvents() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenBudgetEvents();
    golden.add(
        "run_accepted-with-budgets",
        new Event.RunAccepted(
            GoldenEvents.RUN,
            new Prompt(Text.of("Go."), new Prompt.History.Own(), null),
            new RunLimits(50, RunLimits.NO_TOKEN_LIMIT, 3, LoopGuard.OFF, BUDGETS)));
    golden.add("budgets_set", new Event.BudgetsSet(BUDGETS, "anna"));
    golden.add("budgets_set-back", new Event.BudgetsSet(BudgetSet.NONE, "anna", BudgetOrigin.RUN));
    golden.add("budgets_set-to-none", new Event.BudgetsSet(BudgetSet.NONE, "anna"));
    golden.add("completion_made", new Event.CompletionMade(SHOT));
    golden.add(
        "completion_made-without-budgets",
        new Event.CompletionMade(
            new OneShotRecord(
                "memory", "scripted/demo", new Usage(7, 1, 0, 0, 0), BudgetSet.NONE)));
    golden.warn("run", new BudgetScope.OfRun(), BudgetMeasure.TOOL_CALLS);
    golden.warn("session", new BudgetScope.OfSession(), BudgetMeasure.TOKENS);
    golden.warn("time", new BudgetScope.OfRun(), BudgetMeasure.TIME);
    golden.warn("calls", new BudgetScope.OfSession(), BudgetMeasure.MODEL_CALLS);
    golden.warn("account", new BudgetScope.OfAccount("acme"), BudgetMeasure.MONEY);
    return golden.events;
  }

  private void warn(String name, BudgetScope payer, BudgetMeasure measure) {
    add("budget_warned-" + name, new Event.BudgetWarned(GoldenEvents.RUN, payer, measure, 40, 42));
  }

  private void add(String name, Event event) {
    events.put(name, new RecordedEvent(7, Instant.parse("2026-01-01T00:00:02Z"), event));
  }
}
