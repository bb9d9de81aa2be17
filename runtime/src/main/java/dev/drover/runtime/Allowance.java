package dev.drover.runtime;

import dev.drover.kernel.Budgets;
import dev.drover.kernel.Limits;
import dev.drover.kernel.RunId;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.problem.ConfigurationInvalid;

/// What a child may use: by itself what its agent says, and out of the account of whoever gives it
/// the work, at the price of its own model.
record Allowance(Drover drover) {
  /// @param above the budgets in force where the work is given
  /// @param run in which it is given
  /// @throws ConfigurationInvalid if money is limited and the price of its model is not known, or
  ///   that of one that may go on for it
  Limits of(AgentSpec child, Budgets above, RunId run) {
    var limits = child.conduct().limits();
    var own = limits.budgets();
    var account = above.areNone() ? own.in(run).account() : above.account();
    var budgets = new Budgets(own.run(), own.session(), account, null);
    for (var next : child.conduct().fallbacks().choices()) {
      SessionBudgets.requirePrice(budgets, drover.prices(), next.model().name());
    }
    return limits.with(SessionBudgets.priced(budgets, drover.prices(), child.model().name()));
  }
}
