package dev.drover.cli.command;

/// The intended reader of the output.
enum OutputFormat {
  /// For a person, on a terminal or in a file.
  READABLE,
  /// For a program.
  JSON,
  /// For a person or a script that only wants the answer.
  QUIET
}
