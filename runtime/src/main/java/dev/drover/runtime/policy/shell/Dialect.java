package dev.drover.runtime.policy.shell;

/// Which shell will read a text.
enum Dialect {
  BASH,
  /// Some other shell of the family. What only bash has (`$'…'`, `[[ … ]]`, `(( … ))`) has another
  /// meaning there, and commands could hide in the difference.
  OTHER
}
