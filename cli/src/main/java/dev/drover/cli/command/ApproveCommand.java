package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.kernel.Answer;
import dev.drover.kernel.Answer.Scope;

/// Says yes.
public final class ApproveCommand implements Command {
  private static final Option SESSION =
      new Option("--session", "", "also to the same call later in this session");
  private static final Option ALWAYS =
      new Option("--always", "", "also to the same call in every session of this store");

  public ApproveCommand() {}

  @Override
  public String name() {
    return "approve";
  }

  @Override
  public String summary() {
    return "says yes to a question";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("ID"), SESSION, ALWAYS);
  }

  @Override
  public ExitCode run(Call call) {
    return Answers.give(call, new Answer.Yes(scope(call.arguments())));
  }

  private static Scope scope(Arguments arguments) {
    if (arguments.has(SESSION) && arguments.has(ALWAYS)) {
      throw Refusal.usage(
          "options_conflict", "--session and --always were both given", "Give one of them.");
    }
    if (arguments.has(ALWAYS)) {
      return Scope.ALWAYS;
    }
    return arguments.has(SESSION) ? Scope.SESSION : Scope.ONCE;
  }
}
