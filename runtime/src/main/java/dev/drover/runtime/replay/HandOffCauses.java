package dev.drover.runtime.replay;

import dev.drover.kernel.Event;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Calls with which a run ended, because the conversation was handed on.
///
/// @param rest what follows in the journal, by its distance; null where it ends
record HandOffCauses(IntFunction<@Nullable Event> rest) {
  private static final String NOT_HERE = "not-here";

  /// To whom it was handed on stands behind the calls of the turn. If a fork has cut the decision
  /// in two before that, only the agent is known, and nothing else of it is here.
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
