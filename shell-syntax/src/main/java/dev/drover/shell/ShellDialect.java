package dev.drover.shell;

/// The shell that will read a text.
enum ShellDialect {
  BASH,
  /// Some other shell of the family. Syntax of bash only (`$'…'`, `[[ … ]]`, `(( … ))`) has another
  /// meaning there, and commands could hide in the difference.
  OTHER
}
