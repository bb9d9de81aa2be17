package dev.drover.internal.foreign;

import dev.drover.budget.BudgetGuard;
import java.util.Optional;

/// Wraps a budget guard, so that its failures are contained.
public record ForeignBudgetGuard(BudgetGuard inner) implements BudgetGuard {
  /// @throws dev.drover.problem.ForeignCodeFailed if it fails, which must not count as a permission
  @Override
  public Optional<String> refuses(Question question) throws ForeignInterrupt {
    return new ForeignCode(ForeignPart.BUDGET_GUARD, "")
        .call("refuses", () -> inner.refuses(question));
  }
}
