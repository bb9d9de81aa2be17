package dev.drover.runtime.command;

import dev.drover.kernel.Measure;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.SessionBudgets;
import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;

/// `/cost`. In money too, where the price of the model is known.
final class CostCommand implements Command {
  @Override
  public String name() {
    return "cost";
  }

  @Override
  public String help() {
    return "shows the tokens of the last turn, of the session, and of those who work for it";
  }

  @Override
  public Ended run(CommandCall call) {
    var session = call.session();
    var ledger = session.ledger();
    long children =
        ledger.lines().stream()
            .filter(line -> line.depth() > 0)
            .map(LedgerLine::session)
            .distinct()
            .count();
    var others =
        children == 0
            ? ""
            : "\nwith %s  %s"
                .formatted(
                    Excerpt.count((int) children, "child session"), Excerpt.of(ledger.total()));
    return new Done(
        """
        last turn  %s
        session    %s
        money      %s%s\
        """
            .formatted(
                Excerpt.of(session.lastTurnUsage()),
                Excerpt.of(session.totalUsage()),
                money(session.budgets()),
                others));
  }

  private static String money(SessionBudgets budgets) {
    return budgets.inForce().price() == null
        ? "no prices configured"
        : Measure.MONEY.number(budgets.used().money());
  }
}
