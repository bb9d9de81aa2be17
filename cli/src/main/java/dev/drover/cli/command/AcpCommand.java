package dev.drover.cli.command;

import dev.drover.acp.AcpAgent;
import dev.drover.cli.environment.ExitCode;

/// Serves an editor: standard input and output belong to the Agent Client Protocol.
public final class AcpCommand implements CliCommand {
  public AcpCommand() {}

  @Override
  public String name() {
    return "acp";
  }

  @Override
  public String summary() {
    return "serves an editor with the Agent Client Protocol on standard input and output";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.NO_WORDS).and(CommandOption.AGENT);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var streams = call.environment().streams();
    AcpAgent.serve(new CliEditorHost(call), streams.in(), streams.out());
    return ExitCode.COMPLETED;
  }
}
