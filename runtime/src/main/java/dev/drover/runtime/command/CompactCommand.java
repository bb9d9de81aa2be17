package dev.drover.runtime.command;

import dev.drover.kernel.Problem;
import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.runtime.command.CommandOutcome.Failed;

/// `/compact`, and `/compact N`.
final class CompactCommand implements Command {
  @Override
  public String name() {
    return "compact";
  }

  @Override
  public String arguments() {
    return "[N]";
  }

  @Override
  public String help() {
    return "lets the model forget all but the last exchange, or N; nothing is summed up";
  }

  @Override
  public Ended run(CommandCall call) {
    var typed = call.arguments();
    if (!typed.isEmpty() && !typed.matches("[1-9][0-9]{0,3}")) {
      return new Failed(
          new Problem(
              "argument_invalid",
              "Wrong usage",
              "'%s' is not a number of exchanges".formatted(Excerpt.of(typed, Excerpt.SHORT)),
              "Say /compact alone, or with a number from 1 on."));
    }
    return call.session()
        .compact(typed.isEmpty() ? 1 : Integer.parseInt(typed))
        .map(
            done ->
                new Done(
                    "Trimmed: the model no longer sees the oldest %s and goes on with %s. Nothing was summed up; the journal keeps all."
                        .formatted(
                            Excerpt.count(done.dropped(), "message"),
                            Excerpt.count(done.kept(), "message"))))
        .orElseGet(() -> new Done("There is nothing to trim."));
  }
}
