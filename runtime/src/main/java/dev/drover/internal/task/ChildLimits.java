package dev.drover.internal.task;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.spend.PricedBudgets;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;

/// The limits of a child: those of its agent, and the account of its parent, at the price of its
/// own model.
record ChildLimits(ModelPrices prices) {
  /// @param above the budgets in force in the parent
  /// @param run the run of the parent
  /// @throws ConfigurationInvalid if cost is limited and the price of its model or of a fallback is
  ///   not known
  RunLimits of(AgentSpec child, BudgetSet above, RunId run) {
    var limits = child.conduct().limits();
    var own = limits.budgets();
    var account = above.areNone() ? own.forRun(run).account() : above.account();
    var budgets = new BudgetSet(own.run(), own.session(), account, null);
    for (var next : child.conduct().fallbacks().choices()) {
      PricedBudgets.requirePrice(budgets, prices, next.model().name());
    }
    return limits.with(PricedBudgets.priced(budgets, prices, child.model().name()));
  }
}
