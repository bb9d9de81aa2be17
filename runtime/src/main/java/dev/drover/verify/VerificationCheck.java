package dev.drover.verify;

import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Requirement;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.Text;

/// A check of a piece of work.
public sealed interface VerificationCheck {
  /// The name of the check; of several outcomes with one name the newest counts.
  String id();

  Requirement need();

  /// The command, or what a person has to review.
  String subject();

  /// Passes if the command ends with exit code 0.
  record Command(String id, String subject, Requirement need) implements VerificationCheck {}

  /// No program can decide it: a person has to review it.
  record Review(String id, String subject, Requirement need) implements VerificationCheck {}

  static VerificationCheck required(String id, String command) {
    return new Command(id, command, Requirement.REQUIRED);
  }

  static VerificationCheck optional(String id, String command) {
    return new Command(id, command, Requirement.OPTIONAL);
  }

  /// @param what the subject of the review
  static VerificationCheck review(String id, String what) {
    return new Review(id, what, Requirement.REQUIRED);
  }

  default VerificationReport.Check ended(Status standing, Text evidence) {
    return new VerificationReport.Check(id(), subject(), need(), standing, evidence);
  }
}
