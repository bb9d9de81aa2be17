package dev.drover.runtime.writer;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Entry;
import java.util.List;

/// Who must know of events that have become durable: watchers, whoever waits for an end, and those
/// who remember rules. Belongs to the session's writer.
record Aftermath(SessionId session, Engine engine, Driving driving) {
  /// @return whether a run has ended
  boolean spread(List<Recorded> entries, List<Entry> lines) {
    boolean isOver = false;
    for (int i = 0; i < lines.size(); i++) {
      var entry = entries.get(i);
      engine.feeds().publish(session, entry, lines.get(i));
      switch (entry.event()) {
        case Event.RunAccepted accepted -> driving.accepted(accepted.run());
        case Event.ToolSettled settled -> driving.settled(settled);
        case Event.RunFinished end -> {
          isOver = true;
          engine.quotas().release(end.run());
          driving.finished(end);
        }
        // It may wait for the one that was replaced.
        case Event.ModelReplaced replaced -> engine.quotas().release(replaced.run());
        case Event.ApprovalAnswered(_, _, Answer.Yes _, _) -> engine.standingRules().forget();
        case Event.OfSession _,
            Event.BudgetWarned _,
            Event.PromptQueued _,
            Event.TextSteered _,
            Event.DirectCallAccepted _,
            Event.ModelReplied _,
            Event.ModelFailed _,
            Event.ReplyInterrupted _,
            Event.AnswerRejected _,
            Event.ToolsPlanned _,
            Event.OfCall _,
            Event.UndoOrdered _,
            Event.RunRecovered _ -> {}
      }
    }
    return isOver;
  }
}
