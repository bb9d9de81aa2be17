package dev.drover.runtime.budget;

import dev.drover.kernel.Amount;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import java.util.Optional;

/// A budget of the host's own, asked before each call of a model or a tool. One that throws
/// refuses.
///
/// Called by any thread, by many at once; what it takes to answer is waited for.
@FunctionalInterface
public interface BudgetGuard {
  /// @return why the call must not be made; empty if it may
  Optional<String> refuses(Question question) throws Exception;

  /// @param run the run, or the direct call
  /// @param need what the call could come to
  /// @param used the tokens of the session so far
  record Question(SessionId session, RunId run, String agent, Amount need, Usage used) {}
}
