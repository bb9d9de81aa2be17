package dev.drover.cli.command;

/// What one check of the doctor came to.
record Finding(String check, Health health, String detail) {
  enum Health {
    OK,
    /// Works, with something a person should know.
    NOTE,
    /// Does not work.
    BAD
  }
}
