package dev.drover.cli.command;

/// For whom the output is.
enum View {
  /// For a person, on a terminal or in a file.
  READABLE,
  /// For a program.
  JSON,
  /// For a person, or a script, that only wants the answer.
  QUIET
}
