package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.HookMark.Action;
import dev.drover.kernel.message.Prompt.PromptDenial;
import java.util.List;

/// Decisions about denied prompts: they are recorded, and have no other effect.
final class DenialRows {
  private static final PromptDenial DENIAL =
      new PromptDenial(
          "ann",
          "5f",
          List.of(
              new HookMark("names", Action.REWROTE, ""),
              new HookMark("manners", Action.DENIED, "say it calmly")));
  private static final Input GIVEN = new Input.DenialGiven(DENIAL);
  private static final Event DENIED = new Event.PromptDenied(DENIAL);

  private DenialRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a prompt is denied before there is a session")
            .given(HandwrittenJournal.empty())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("a prompt is denied when no run is going")
            .given(HandwrittenJournal.opened())
            .when(GIVEN)
            .then(DENIED),
        row("a prompt is denied while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(GIVEN)
            .then(DENIED),
        row("a prompt is denied while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(GIVEN)
            .then(DENIED));
  }
}
