package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;

/// Approves a call.
public final class ApproveCommand implements CliCommand {
  private static final CommandOption SESSION =
      new CommandOption("--session", "", "also to the same call later in this session");
  private static final CommandOption ALWAYS =
      new CommandOption("--always", "", "also to the same call in every session of this store");

  private static final CommandOption ANSWER =
      new CommandOption("--answer", "JSON", "the fields that a question of a tool asks for");

  public ApproveCommand() {}

  @Override
  public String name() {
    return "approve";
  }

  @Override
  public String summary() {
    return "approves the call of a question, or answers a tool";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("ID"), SESSION, ALWAYS, ANSWER);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var scope = scope(call.arguments());
    var answer = call.arguments().value(ANSWER);
    return QuestionSubmission.accept(call, answer, scope)
        .orElseGet(() -> AnswerSubmission.give(call, new ApprovalAnswer.Yes(scope)));
  }

  private static Scope scope(CommandArguments arguments) {
    if (arguments.has(SESSION) && arguments.has(ALWAYS)) {
      throw CliRefusal.usage(
          "options_conflict", "--session and --always were both given", "Give one of them.");
    }
    if (arguments.has(ALWAYS)) {
      return Scope.ALWAYS;
    }
    return arguments.has(SESSION) ? Scope.SESSION : Scope.ONCE;
  }
}
