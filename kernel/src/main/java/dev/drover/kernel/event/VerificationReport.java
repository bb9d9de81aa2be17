package dev.drover.kernel.event;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.RunId;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of checking a piece of work.
///
/// @param run whose work was checked; null if the report is about the whole session
/// @param by the author of the report
public record VerificationReport(@Nullable RunId run, String by, List<CheckOutcome> checks) {
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

  public static VerificationReport of(String by, List<CheckOutcome> checks) {
    return new VerificationReport(null, by, checks);
  }

  /// The same report about the work of this run.
  public VerificationReport about(RunId work) {
    return new VerificationReport(work, by, checks);
  }

  public VerificationStatus status() {
    return VerificationStatus.of(checks);
  }
}
