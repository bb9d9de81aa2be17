package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;

/// A command of the program.
public interface CliCommand {
  String name();

  /// A one-line description.
  String summary();

  CommandSyntax syntax();

  ExitCode run(CliInvocation call);
}
