package dev.drover.cli.command;

/// The result of one check.
record DoctorFinding(String check, Health health, String detail) {
  enum Health {
    OK,
    /// Works, with a remark for the person.
    NOTE,
    /// Does not work.
    BAD
  }
}
