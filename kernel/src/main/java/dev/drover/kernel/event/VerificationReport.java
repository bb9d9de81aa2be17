package dev.drover.kernel.event;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.event.VerificationReport.Check.Requirement;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of checking a piece of work.
///
/// @param run whose work was checked; null if the report is about the whole session
/// @param by the author of the report
public record VerificationReport(@Nullable RunId run, String by, List<Check> checks) {
  /// Bounds the size of an event: more checks need several reports.
  public static final int MOST = 32;

  public VerificationReport {
    NullChecks.nonNull(by, "VerificationReport.by");
    checks = NullChecks.list(checks, "VerificationReport.checks");
    if (checks.isEmpty() || checks.size() > MOST) {
      throw new IllegalArgumentException(
          "a report has 1 to %d checks, not %d".formatted(MOST, checks.size()));
    }
    var names = new HashSet<String>();
    for (var check : checks) {
      if (!names.add(check.id())) {
        throw new IllegalArgumentException("a report has one check '%s'".formatted(check.id()));
      }
    }
  }

  public static VerificationReport of(String by, List<Check> checks) {
    return new VerificationReport(null, by, checks);
  }

  /// The same report about the work of this run.
  public VerificationReport about(RunId work) {
    return new VerificationReport(work, by, checks);
  }

  public Result status() {
    return Result.of(checks);
  }

  /// The outcome of one check of a piece of work.
  ///
  /// @param id names the check; the newest of several outcomes with the same id counts
  /// @param subject the command that was run, or the object that a person has to review
  /// @param evidence for the status: the output of the command, a remark
  public record Check(
      String id, String subject, Requirement requirement, Status status, Text evidence) {
    public Check {
      NullChecks.nonNull(id, "Check.id");
      NullChecks.nonNull(subject, "Check.subject");
      NullChecks.nonNull(requirement, "Check.requirement");
      NullChecks.nonNull(status, "Check.status");
      NullChecks.nonNull(evidence, "Check.evidence");
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

    public static Check required(String id, String subject, Status standing) {
      return new Check(id, subject, Requirement.REQUIRED, standing, Text.EMPTY);
    }

    public static Check optional(String id, String subject, Status standing) {
      return new Check(id, subject, Requirement.OPTIONAL, standing, Text.EMPTY);
    }

    public Check evidence(String words) {
      return evidence(Text.of(words));
    }

    public Check evidence(Text words) {
      return new Check(id, subject, requirement, status, words);
    }
  }

  /// The combined result of several checks.
  public enum Result {
    PASSED,
    /// A required check is open: it needs a review, or it was skipped.
    NEEDS_REVIEW,
    /// A required check failed.
    FAILED;

    public static Result of(Collection<VerificationReport.Check> checks) {
      var worst = PASSED;
      for (var check : checks) {
        var one = check.requirement() == Requirement.REQUIRED ? of(check.status()) : PASSED;
        worst = one.compareTo(worst) > 0 ? one : worst;
      }
      return worst;
    }

    private static Result of(VerificationReport.Check.Status standing) {
      return switch (standing) {
        case PASSED -> PASSED;
        case NEEDS_REVIEW, SKIPPED -> NEEDS_REVIEW;
        case FAILED -> FAILED;
      };
    }
  }
}
