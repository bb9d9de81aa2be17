package dev.drover.kernel;

/// What became of one check of a piece of work.
///
/// @param id names the check; of several outcomes with one name the newest counts
/// @param subject the command that was run, or what somebody has to look at
/// @param evidence what the standing is based on: what the command printed, a remark
public record CheckOutcome(String id, String subject, Need need, Standing standing, Text evidence) {
  public CheckOutcome {
    NullChecks.nonNull(id, "CheckOutcome.id");
    NullChecks.nonNull(subject, "CheckOutcome.subject");
    NullChecks.nonNull(need, "CheckOutcome.need");
    NullChecks.nonNull(standing, "CheckOutcome.standing");
    NullChecks.nonNull(evidence, "CheckOutcome.evidence");
    if (id.isBlank()) {
      throw new IllegalArgumentException("a check has a name");
    }
  }

  /// Whether a piece of work can be good without it.
  public enum Need {
    REQUIRED,
    OPTIONAL
  }

  /// How it ended.
  public enum Standing {
    PASSED,
    FAILED,
    /// A person has to look.
    NEEDS_REVIEW,
    /// It was not carried out.
    SKIPPED
  }

  public static CheckOutcome required(String id, String subject, Standing standing) {
    return new CheckOutcome(id, subject, Need.REQUIRED, standing, Text.EMPTY);
  }

  public static CheckOutcome optional(String id, String subject, Standing standing) {
    return new CheckOutcome(id, subject, Need.OPTIONAL, standing, Text.EMPTY);
  }

  public CheckOutcome evidence(String words) {
    return evidence(Text.of(words));
  }

  public CheckOutcome evidence(Text words) {
    return new CheckOutcome(id, subject, need, standing, words);
  }
}
