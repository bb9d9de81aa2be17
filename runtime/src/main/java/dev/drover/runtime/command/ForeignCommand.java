package dev.drover.runtime.command;

import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.foreign.ForeignPart;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.ForeignCodeFailed;

/// A command behind the border to foreign code. Its name is asked for once.
record ForeignCommand(Command inner, String name) implements Command {
  /// @throws ForeignCodeFailed if it cannot say its name
  static ForeignCommand of(Command command) {
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
  public Ended run(CommandCall call) {
    return code().ask("run", () -> ran(call));
  }

  /// A problem of Drover's own is the outcome, and no fault of the command.
  private Ended ran(CommandCall call) {
    try {
      return inner.run(call);
    } catch (DroverException problem) {
      return new CommandOutcome.Failed(problem.problem());
    }
  }
}
