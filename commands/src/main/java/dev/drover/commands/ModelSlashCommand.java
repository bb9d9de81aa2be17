package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;

/// `/model`. It only tells: an agent keeps the model it was built with.
final class ModelSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "model";
  }

  @Override
  public String help() {
    return "shows the model that answers";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    return new Done(call.session().model());
  }
}
