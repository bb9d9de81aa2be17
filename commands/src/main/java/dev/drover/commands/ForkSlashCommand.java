package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.Switched;
import dev.drover.kernel.value.Problem;
import dev.drover.session.ForkPoint;

/// `/fork`, and `/fork N`.
final class ForkSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "fork";
  }

  @Override
  public String arguments() {
    return "[N]";
  }

  @Override
  public String help() {
    return "goes on in a new session, from here or from event N; this one stays as it is";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var typed = call.arguments();
    if (!typed.isEmpty() && !typed.matches("[1-9][0-9]{0,17}")) {
      return new Failed(
          new Problem(
              "argument_invalid",
              "Wrong usage",
              "'%s' is not the number of an event"
                  .formatted(CommandExcerpt.of(typed, CommandExcerpt.SHORT)),
              "Say /fork alone, or with a number from 1 on."));
    }
    var source = call.session();
    var fork =
        source.fork(typed.isEmpty() ? ForkPoint.here() : ForkPoint.at(Long.parseLong(typed)));
    long at = fork.origin().orElseThrow().at();
    return new Switched(
        fork,
        "You are in session %s now, which goes on from event %d of %s. That one stays as it is."
            .formatted(fork.id(), at, source.id()));
  }
}
