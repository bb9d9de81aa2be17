package dev.drover.budget;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import java.util.Optional;

/// A budget check of the host, asked before each model call and each tool call. A guard that throws
/// refuses the call.
///
/// Called by many threads at once; the call waits for the answer.
@FunctionalInterface
public interface BudgetGuard {
  /// @return why the call must not be made; empty if it may be made
  Optional<String> refuses(Question question) throws Exception;

  /// @param run the run, or the direct call
  /// @param need the most that the call can use
  /// @param used the tokens of the session so far
  record Question(SessionId session, RunId run, String agent, BudgetAmount need, Usage used) {}
}
