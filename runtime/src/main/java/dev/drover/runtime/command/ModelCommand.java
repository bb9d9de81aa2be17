package dev.drover.runtime.command;

import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;

/// `/model`. It only tells: an agent keeps the model it was built with.
final class ModelCommand implements Command {
  @Override
  public String name() {
    return "model";
  }

  @Override
  public String help() {
    return "shows the model that answers";
  }

  @Override
  public Ended run(CommandCall call) {
    return new Done(call.session().model());
  }
}
