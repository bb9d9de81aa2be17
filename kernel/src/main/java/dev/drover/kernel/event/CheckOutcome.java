package dev.drover.kernel.event;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;

/// The outcome of one check of a piece of work.
///
/// @param id names the check; the newest of several outcomes with the same id counts
/// @param subject the command that was run, or the object that a person has to review
/// @param evidence for the status: the output of the command, a remark
public record CheckOutcome(
    String id, String subject, Requirement requirement, Status status, Text evidence) {
  public CheckOutcome {
    NullChecks.nonNull(id, "CheckOutcome.id");
    NullChecks.nonNull(subject, "CheckOutcome.subject");
    NullChecks.nonNull(requirement, "CheckOutcome.requirement");
    NullChecks.nonNull(status, "CheckOutcome.status");
    NullChecks.nonNull(evidence, "CheckOutcome.evidence");
    if (id.isBlank()) {
      throw new IllegalArgumentException("a check has a name");
    }
  }

  /// Whether the work can be accepted without this check.
  public enum Requirement {
    REQUIRED,
    OPTIONAL
  }

  /// The result of the check.
  public enum Status {
    PASSED,
    FAILED,
    /// A person has to review the work.
    NEEDS_REVIEW,
    /// The check was not carried out.
    SKIPPED
  }

  public static CheckOutcome required(String id, String subject, Status standing) {
    return new CheckOutcome(id, subject, Requirement.REQUIRED, standing, Text.EMPTY);
  }

  public static CheckOutcome optional(String id, String subject, Status standing) {
    return new CheckOutcome(id, subject, Requirement.OPTIONAL, standing, Text.EMPTY);
  }

  public CheckOutcome evidence(String words) {
    return evidence(Text.of(words));
  }

  public CheckOutcome evidence(Text words) {
    return new CheckOutcome(id, subject, requirement, status, words);
  }
}
