package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;

/// One thing the program can do.
public interface Command {
  String name();

  /// What it does, in one line.
  String summary();

  Syntax syntax();

  ExitCode run(Call call);
}
