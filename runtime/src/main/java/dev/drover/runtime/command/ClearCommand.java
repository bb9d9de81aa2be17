package dev.drover.runtime.command;

import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;

/// `/clear`.
final class ClearCommand implements Command {
  @Override
  public String name() {
    return "clear";
  }

  @Override
  public String help() {
    return "lets the model forget what was said; the journal keeps it";
  }

  @Override
  public Ended run(CommandCall call) {
    int before = call.session().history().size();
    call.session().clearHistory();
    return new Done(
        before == 0
            ? "There was nothing to forget."
            : "Forgotten: %s. The journal keeps them.".formatted(Excerpt.count(before, "message")));
  }
}
