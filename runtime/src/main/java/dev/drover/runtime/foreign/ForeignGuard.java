package dev.drover.runtime.foreign;

import dev.drover.runtime.budget.BudgetGuard;
import java.util.Optional;

/// A budget guard behind the border.
public record ForeignGuard(BudgetGuard inner) implements BudgetGuard {
  /// @throws dev.drover.runtime.problem.ForeignCodeFailed if it breaks, which must not count as a
  ///   yes
  @Override
  public Optional<String> refuses(Question question) throws ForeignInterrupt {
    return new ForeignCode(ForeignPart.BUDGET_GUARD, "")
        .call("refuses", () -> inner.refuses(question));
  }
}
