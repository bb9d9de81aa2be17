package dev.drover.kernel;

import dev.drover.kernel.CheckOutcome.Need;
import java.util.Collection;

/// What several checks come to.
public enum VerificationStatus {
  PASSED,
  /// A required check is open: somebody has to look, or it was skipped.
  NEEDS_REVIEW,
  /// A required check failed.
  FAILED;

  public static VerificationStatus of(Collection<CheckOutcome> checks) {
    var worst = PASSED;
    for (var check : checks) {
      var one = check.need() == Need.REQUIRED ? of(check.standing()) : PASSED;
      worst = one.compareTo(worst) > 0 ? one : worst;
    }
    return worst;
  }

  private static VerificationStatus of(CheckOutcome.Standing standing) {
    return switch (standing) {
      case PASSED -> PASSED;
      case NEEDS_REVIEW, SKIPPED -> NEEDS_REVIEW;
      case FAILED -> FAILED;
    };
  }
}
