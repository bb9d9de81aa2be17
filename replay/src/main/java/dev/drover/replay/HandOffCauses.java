package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Calls that ended a run with a hand-off of the conversation.
///
/// @param rest of the journal, by offset; null after its end
record HandOffCauses(IntFunction<@Nullable Event> rest) {
  private static final String NOT_HERE = "not-here";

  /// The successor is recorded after the calls of the turn. If a fork has split the decision before
  /// that, only the agent is known, and the rest is not in this journal.
  Optional<Input> of(Event.ToolSettled settled) {
    int next = 1;
    while (rest.apply(next) instanceof Event.ToolSettled
        || rest.apply(next) instanceof Event.BudgetWarned
        || rest.apply(next) instanceof Event.ReplyInterrupted) {
      next++;
    }
    if (rest.apply(next) instanceof Event.SessionHandedOff(var to, _)) {
      return Optional.of(new Input.HandedOff(settled.effect(), to));
    }
    return rest.apply(next) instanceof Event.SessionForked
            && settled.outcome() instanceof ToolOutcome.Succeeded(var told, _)
        ? HandOff.agentIn(told).map(agent -> new Input.HandedOff(settled.effect(), cut(agent)))
        : Optional.empty();
  }

  private static HandOff cut(String agent) {
    return new HandOff(new SessionId(NOT_HERE), new RunId(NOT_HERE), agent, "", Text.EMPTY);
  }
}
