package dev.drover.internal.publish;

import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.quota.ProviderQuotas;
import dev.drover.spi.store.Journal;
import java.util.List;

/// Publishes durable events to watchers, waiting callers, and the cache of granted rules. Belongs
/// to the session's writer.
public record LiveEventPublisher(
    SessionId session,
    LiveFeeds feeds,
    ProviderQuotas quotas,
    GrantedRules rules,
    OwnedRuns driving) {
  /// @return whether a run has ended
  boolean publish(List<RecordedEvent> entries, List<Journal.Entry> lines) {
    boolean isOver = false;
    for (int i = 0; i < lines.size(); i++) {
      var entry = entries.get(i);
      feeds.publish(session, entry, lines.get(i));
      switch (entry.event()) {
        case Event.RunAccepted accepted -> driving.accepted(accepted.run());
        case Event.ToolSettled settled -> driving.settled(settled);
        case Event.RunFinished end -> {
          isOver = true;
          quotas.release(end.run());
          driving.finished(end);
        }
        // It may wait for the quota of the replaced model.
        case Event.ModelReplaced replaced -> quotas.release(replaced.run());
        case Event.ApprovalAnswered(_, _, ApprovalAnswer.Yes _, _) -> rules.forget();
        case Event.OfSession _,
            Event.BudgetWarned _,
            Event.OfPrompt _,
            Event.OfPlan _,
            Event.OfModel _,
            Event.OfVerification _,
            Event.OfCall _,
            Event.UndoOrdered _,
            Event.RunRecovered _ -> {}
      }
    }
    return isOver;
  }
}
