package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.HookMark.Deed;
import java.util.List;

/// What follows when a hook has not let a prompt in: it is recorded, and disturbs nobody.
final class DenialRows {
  private static final PromptDenial DENIAL =
      new PromptDenial(
          "ann",
          "5f",
          List.of(
              new HookMark("names", Deed.REWROTE, ""),
              new HookMark("manners", Deed.DENIED, "say it calmly")));
  private static final Input GIVEN = new Input.DenialGiven(DENIAL);
  private static final Event DENIED = new Event.PromptDenied(DENIAL);

  private DenialRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a prompt is denied before there is a session")
            .given(Story.untold())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("a prompt is denied when no run is going")
            .given(Story.opened())
            .when(GIVEN)
            .then(DENIED),
        row("a prompt is denied while the model is asked")
            .given(Story.thinking())
            .when(GIVEN)
            .then(DENIED),
        row("a prompt is denied while calls are open")
            .given(Turn.BOTH_RUN)
            .when(GIVEN)
            .then(DENIED));
  }
}
