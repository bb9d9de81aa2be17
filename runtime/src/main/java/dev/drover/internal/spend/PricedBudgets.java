package dev.drover.internal.spend;

import dev.drover.budget.ModelPrices;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;

/// Budgets with the price of the model that is called: cost can be limited only if the price is
/// known.
public final class PricedBudgets {
  private PricedBudgets() {}

  public static BudgetSet priced(BudgetSet budgets, ModelPrices prices, String model) {
    requirePrice(budgets, prices, model);
    return budgets.withPrice(prices.of(model).orElse(null));
  }

  public static void requirePrice(BudgetSet budgets, ModelPrices prices, String model) {
    if (budgets.haveMoney() && prices.of(model).isEmpty()) {
      throw new ConfigurationInvalid(
          "prices",
          "money is limited, and there is no price for the model '%s'".formatted(model),
          "Give its price when the runtime is built, or limit something else.");
    }
  }
}
