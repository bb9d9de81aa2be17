package dev.drover.budget;

import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;

/// One limit and its current use.
///
/// @param used the amount that was used
/// @param reserved the amount that open calls could still use
public record BudgetLine(
    BudgetScope payer, BudgetMeasure measure, BudgetCap cap, long used, long reserved) {
  /// The most that the next call may use; [Long#MAX_VALUE] if there is no hard limit.
  public long left() {
    return cap.isHard() ? Math.max(0, cap.hard() - used - reserved) : Long.MAX_VALUE;
  }
}
