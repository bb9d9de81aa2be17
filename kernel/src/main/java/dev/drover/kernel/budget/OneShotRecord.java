package dev.drover.kernel.budget;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.value.Usage;

/// A model call in addition to the conversation, for example for a title. The caller keeps the
/// answer; the usage is charged to the session.
///
/// @param name the purpose of the call; its usage is counted under this name
/// @param model `provider/model`
/// @param budgets that apply to the call, at the price of that model
public record OneShotRecord(String name, String model, Usage usage, BudgetSet budgets) {
  public OneShotRecord {
    IdChecks.requireValid("completion", name);
  }

  /// The cost of the call.
  public BudgetAmount cost() {
    return BudgetAmount.ofReply(usage, budgets.price());
  }
}
