package dev.drover.testkit;

import dev.drover.AgentBuilder;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// One run that is crashed at every append: an agent, its prompt, and the person who answers its
/// approvals.
///
/// A scenario is used many times, so it keeps no state; its tools record what they do in the
/// [PerformedEffects].
public interface CrashScenario {
  String prompt();

  /// The prompt with its options.
  default Ask ask() {
    return Ask.of(prompt());
  }

  /// Configures the agent's model, tools and policy.
  AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger);

  /// The person's answer to an approval.
  default ApprovalAnswer answer(ApprovalRow question) {
    return new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
  }

  /// Called for each event, to act as the people and programs around the session. A second process
  /// sees the events of the first again: an action that must happen once needs an idempotency key.
  default void onEvent(Session session, Drover drover, Event event) {
    for (var question : drover.approvals().open()) {
      drover.approvals().answer(question.id(), answer(question), "tester");
    }
  }
}
