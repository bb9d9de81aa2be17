package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import java.util.List;

/// A command of the program.
public interface CliCommand {
  String name();

  /// A one-line description.
  String summary();

  CommandSyntax syntax();

  /// What the help shows below the usage, one line each.
  default List<String> forms() {
    return List.of();
  }

  ExitCode run(CliInvocation call);
}
