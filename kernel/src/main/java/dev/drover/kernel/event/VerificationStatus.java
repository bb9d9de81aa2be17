package dev.drover.kernel.event;

import dev.drover.kernel.event.CheckOutcome.Requirement;
import java.util.Collection;

/// The combined result of several checks.
public enum VerificationStatus {
  PASSED,
  /// A required check is open: it needs a review, or it was skipped.
  NEEDS_REVIEW,
  /// A required check failed.
  FAILED;

  public static VerificationStatus of(Collection<CheckOutcome> checks) {
    var worst = PASSED;
    for (var check : checks) {
      var one = check.requirement() == Requirement.REQUIRED ? of(check.status()) : PASSED;
      worst = one.compareTo(worst) > 0 ? one : worst;
    }
    return worst;
  }

  private static VerificationStatus of(CheckOutcome.Status standing) {
    return switch (standing) {
      case PASSED -> PASSED;
      case NEEDS_REVIEW, SKIPPED -> NEEDS_REVIEW;
      case FAILED -> FAILED;
    };
  }
}
