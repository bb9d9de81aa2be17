package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;

/// `/clear`.
final class ClearSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "clear";
  }

  @Override
  public String help() {
    return "lets the model forget what was said; the journal keeps it";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    int before = call.session().history().size();
    call.session().clearHistory();
    return new Done(
        before == 0
            ? "There was nothing to forget."
            : "Forgotten: %s. The journal keeps them."
                .formatted(CommandExcerpt.count(before, "message")));
  }
}
