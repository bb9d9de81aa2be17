package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignPart;
import dev.drover.problem.DroverException;
import dev.drover.problem.ForeignCodeFailed;

/// A command behind the border to foreign code. Its name is asked for once.
record ForeignCommand(SlashCommand inner, String name) implements SlashCommand {
  /// @throws ForeignCodeFailed if it cannot say its name
  static ForeignCommand of(SlashCommand command) {
    return command instanceof ForeignCommand known
        ? known
        : new ForeignCommand(
            command,
            new ForeignCode(ForeignPart.COMMAND, command.getClass().getName())
                .ask("name", command::name));
  }

  private ForeignCode code() {
    return new ForeignCode(ForeignPart.COMMAND, "/" + name);
  }

  @Override
  public String arguments() {
    return code().ask("arguments", inner::arguments);
  }

  @Override
  public String help() {
    return code().ask("help", inner::help);
  }

  @Override
  public Ended run(SlashCommandCall call) {
    return code().ask("run", () -> ran(call));
  }

  /// A problem of Drover's own is the outcome, and no fault of the command.
  private Ended ran(SlashCommandCall call) {
    try {
      return inner.run(call);
    } catch (DroverException problem) {
      return new SlashCommandOutcome.Failed(problem.problem());
    }
  }
}
