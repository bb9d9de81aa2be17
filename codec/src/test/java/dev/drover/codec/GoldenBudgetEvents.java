package dev.drover.codec;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Event;
import dev.drover.kernel.Limits;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Measure;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.Payer;
import dev.drover.kernel.Price;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// What the golden files of events that are about budgets say, in Java.
final class GoldenBudgetEvents {
  static final Budgets BUDGETS =
      new Budgets(
          new Budget(
              Cap.at(200_000).warningAt(150_000),
              Cap.at(500_000),
              Cap.at(20),
              Cap.warning(40),
              Cap.at(600_000)),
          Budget.NONE.tokens(1_000_000),
          new Budgets.Shared("acme", Budget.NONE.money("12.50")),
          new Price(3_000_000, 15_000_000, 300_000, 3_750_000));

  static final OneShot SHOT =
      new OneShot(
          "title",
          "scripted/small",
          new Usage(120, 8, 3, 0, 2),
          Budgets.NONE.ofAccount("acme").at(new Price(1_000_000, 5_000_000, 100_000, 0)));

  private final Map<String, Recorded> events = new TreeMap<>();

  private GoldenBudgetEvents() {}

  static Map<String, Recorded> all() {
    var golden = new GoldenBudgetEvents();
    golden.add(
        "run_accepted-with-budgets",
        new Event.RunAccepted(
            GoldenEvents.RUN,
            new Prompt(Text.of("Go."), new Prompt.History.Own(), null),
            new Limits(50, Limits.NO_TOKEN_LIMIT, 3, LoopGuard.OFF, BUDGETS)));
    golden.add("budgets_set", new Event.BudgetsSet(BUDGETS, "anna"));
    golden.add("budgets_set-to-none", new Event.BudgetsSet(Budgets.NONE, "anna"));
    golden.add("completion_made", new Event.CompletionMade(SHOT));
    golden.add(
        "completion_made-without-budgets",
        new Event.CompletionMade(
            new OneShot("memory", "scripted/demo", new Usage(7, 1, 0, 0, 0), Budgets.NONE)));
    golden.warn("run", new Payer.OfRun(), Measure.TOOL_CALLS);
    golden.warn("session", new Payer.OfSession(), Measure.TOKENS);
    golden.warn("time", new Payer.OfRun(), Measure.TIME);
    golden.warn("calls", new Payer.OfSession(), Measure.MODEL_CALLS);
    golden.warn("account", new Payer.OfAccount("acme"), Measure.MONEY);
    return golden.events;
  }

  private void warn(String name, Payer payer, Measure measure) {
    add("budget_warned-" + name, new Event.BudgetWarned(GoldenEvents.RUN, payer, measure, 40, 42));
  }

  private void add(String name, Event event) {
    events.put(name, new Recorded(7, Instant.parse("2026-01-01T00:00:02Z"), event));
  }
}
