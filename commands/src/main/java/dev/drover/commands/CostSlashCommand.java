package dev.drover.commands;

import dev.drover.budget.SessionBudgets;
import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;

/// `/cost`. In money too, where the price of the model is known.
final class CostSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "cost";
  }

  @Override
  public String help() {
    return "shows the tokens of the last turn, of the session, and of those who work for it";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var session = call.session();
    var ledger = session.ledger();
    long children =
        ledger.lines().stream()
            .filter(line -> line.depth() > 0)
            .map(UsageLedgerLine::session)
            .distinct()
            .count();
    var others =
        children == 0
            ? ""
            : "\nwith %s  %s"
                .formatted(
                    CommandExcerpt.count((int) children, "child session"),
                    CommandExcerpt.of(ledger.total()));
    return new Done(
        """
        last turn  %s
        session    %s
        money      %s%s\
        """
            .formatted(
                CommandExcerpt.of(session.lastTurnUsage()),
                CommandExcerpt.of(session.totalUsage()),
                money(session.budgets()),
                others));
  }

  private static String money(SessionBudgets budgets) {
    return budgets.inForce().price() == null
        ? "no prices configured"
        : BudgetMeasure.MONEY.format(budgets.used().money());
  }
}
