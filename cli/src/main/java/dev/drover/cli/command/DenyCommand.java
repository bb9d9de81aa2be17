package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;

/// Denies a call.
public final class DenyCommand implements CliCommand {
  private static final CommandOption REASON =
      new CommandOption("--reason", "TEXT", "why; the model reads it");
  private static final CommandOption STOP =
      new CommandOption("--stop", "", "cancel the run as well");

  public DenyCommand() {}

  @Override
  public String name() {
    return "deny";
  }

  @Override
  public String summary() {
    return "denies the call of a question, or declines to answer a tool";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("ID"), REASON, STOP);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var reason = call.arguments().value(REASON);
    var then = call.arguments().has(STOP) ? OnDenial.STOP : OnDenial.GO_ON;
    return QuestionSubmission.decline(call, reason, then)
        .orElseGet(
            () ->
                AnswerSubmission.give(
                    call, new ApprovalAnswer.No(reason == null ? "" : reason, then)));
  }
}
