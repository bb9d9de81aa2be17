package dev.drover.kernel;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was found when a piece of work was checked.
///
/// @param run the one whose work it was; null if it is about the session as a whole
/// @param by who says so
public record VerificationReport(@Nullable RunId run, String by, List<CheckOutcome> checks) {
  /// No event grows without bound: who has more checks says so in several reports.
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

  public static VerificationReport of(String by, List<CheckOutcome> checks) {
    return new VerificationReport(null, by, checks);
  }

  /// The same, said of the work of this run.
  public VerificationReport about(RunId work) {
    return new VerificationReport(work, by, checks);
  }

  public VerificationStatus status() {
    return VerificationStatus.of(checks);
  }
}
