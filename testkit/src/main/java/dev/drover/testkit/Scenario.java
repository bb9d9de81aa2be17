package dev.drover.testkit;

import dev.drover.kernel.Answer;
import dev.drover.runtime.AgentBuilder;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// One run to be cut in all places: an agent, its prompt, and the person who is asked.
///
/// A scenario is used many times, so it keeps nothing; its tools tell the [Ledger] what they do.
public interface Scenario {
  String prompt();

  /// Gives the agent its model, tools and policy.
  AgentBuilder equip(AgentBuilder agent, Ledger ledger);

  /// What the person says.
  default Answer answer(ApprovalRow question) {
    return new Answer.Yes(Answer.Scope.ONCE);
  }
}
