package dev.drover.testkit;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Event;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// One run to be cut in all places: an agent, its prompt, and the person who is asked.
///
/// A scenario is used many times, so it keeps nothing; its tools tell the [Ledger] what they do.
public interface Scenario {
  String prompt();

  /// The prompt with what goes beside it.
  default Ask ask() {
    return Ask.of(prompt());
  }

  /// Gives the agent its model, tools and policy.
  AgentBuilder equip(AgentBuilder agent, Ledger ledger);

  /// What the person says.
  default Answer answer(ApprovalRow question) {
    return new Answer.Yes(Answer.Scope.ONCE);
  }

  /// What people and programs around the session do when they see this event. A later life sees the
  /// events of the earlier one again: whoever does a thing once must say so, with a key say.
  default void seen(Session session, Drover drover, Event event) {
    for (var question : drover.approvals().open()) {
      drover.approvals().answer(question.id(), answer(question), "tester");
    }
  }
}
