package dev.drover.budget;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import java.util.List;

/// The budgets of a session and their use.
public interface SessionBudgets {
  /// Replaces the budgets of the session from its next call on, also during a run. They stay in
  /// force until they are set again or given back, regardless of the agent's configuration. A run
  /// that a budget refused can continue if the new budgets allow it.
  ///
  /// @throws ConfigurationInvalid if cost is limited and the price of the model is not known
  void set(BudgetSet budgets);

  /// Gives the session the budgets of its agent again, after [#set]: at once those of the current
  /// run, and for each later run those of the agent at that time. Does nothing if no budgets were
  /// set. The use so far still counts.
  void reset();

  /// The budgets that are in force.
  BudgetSet inForce();

  /// The use of the session since a budget or a price was first set.
  BudgetAmount used();

  /// All limits: of the current run, of the session, and of its account.
  List<BudgetLine> lines();

  /// One limit and its current use.
  ///
  /// @param used the amount that was used
  /// @param reserved the amount that open calls could still use
  record BudgetLine(
      BudgetScope payer, BudgetMeasure measure, BudgetCap cap, long used, long reserved) {
    /// The most that the next call may use; [Long#MAX_VALUE] if there is no hard limit.
    public long left() {
      return cap.isHard() ? Math.max(0, cap.hard() - used - reserved) : Long.MAX_VALUE;
    }
  }
}
