package dev.drover.runtime.command;

import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;

/// `/cost`. In tokens: what they cost is not known here.
final class CostCommand implements Command {
  @Override
  public String name() {
    return "cost";
  }

  @Override
  public String help() {
    return "shows the tokens of the last turn and of the session";
  }

  @Override
  public Ended run(CommandCall call) {
    var session = call.session();
    return new Done(
        """
        last turn  %s
        session    %s
        money      no prices configured\
        """
            .formatted(Excerpt.of(session.lastTurnUsage()), Excerpt.of(session.totalUsage())));
  }
}
