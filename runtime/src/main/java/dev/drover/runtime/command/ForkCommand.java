package dev.drover.runtime.command;

import dev.drover.kernel.Problem;
import dev.drover.runtime.Fork;
import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.runtime.command.CommandOutcome.Failed;
import dev.drover.runtime.command.CommandOutcome.Switched;

/// `/fork`, and `/fork N`.
final class ForkCommand implements Command {
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
  public Ended run(CommandCall call) {
    var typed = call.arguments();
    if (!typed.isEmpty() && !typed.matches("[1-9][0-9]{0,17}")) {
      return new Failed(
          new Problem(
              "argument_invalid",
              "Wrong usage",
              "'%s' is not the number of an event".formatted(Excerpt.of(typed, Excerpt.SHORT)),
              "Say /fork alone, or with a number from 1 on."));
    }
    var source = call.session();
    var fork = source.fork(typed.isEmpty() ? Fork.here() : Fork.at(Long.parseLong(typed)));
    long at = fork.origin().orElseThrow().at();
    return new Switched(
        fork,
        "You are in session %s now, which goes on from event %d of %s. That one stays as it is."
            .formatted(fork.id(), at, source.id()));
  }
}
