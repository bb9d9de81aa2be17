package dev.drover.runtime.verify;

import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Need;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.VerificationReport;
import dev.drover.kernel.VerificationStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// What several reports come to.
///
/// @param checks the newest outcome of each check, those first that were made first
public record Verified(List<CheckOutcome> checks) {
  public Verified {
    checks = List.copyOf(checks);
  }

  /// @param reports oldest first
  public static Verified by(List<VerificationReport> reports) {
    var newest = new LinkedHashMap<String, CheckOutcome>();
    for (var report : reports) {
      for (var check : report.checks()) {
        newest.put(check.id(), check);
      }
    }
    return new Verified(List.copyOf(newest.values()));
  }

  /// @return empty if nothing was checked
  public Optional<VerificationStatus> status() {
    return checks.isEmpty() ? Optional.empty() : Optional.of(VerificationStatus.of(checks));
  }

  /// For people to read: one line for all of it, and one for each check.
  public String text() {
    var status = status();
    if (status.isEmpty()) {
      return "Nothing was verified.";
    }
    long passed = checks.stream().filter(check -> check.standing() == Standing.PASSED).count();
    var text = new StringBuilder();
    text.append(
        "Verification %s: %d of %d passed.".formatted(word(status.get()), passed, checks.size()));
    int widest = checks.stream().mapToInt(check -> check.id().length()).max().orElse(0);
    for (var check : checks) {
      text.append(
          "\n  %-12s  %s  %s%s"
              .formatted(
                  word(check.standing()),
                  check.id() + " ".repeat(widest - check.id().length()),
                  check.subject(),
                  check.need() == Need.OPTIONAL ? " (optional)" : ""));
    }
    return text.toString();
  }

  private static String word(VerificationStatus status) {
    return switch (status) {
      case PASSED -> "passed";
      case NEEDS_REVIEW -> "needs review";
      case FAILED -> "failed";
    };
  }

  private static String word(Standing standing) {
    return switch (standing) {
      case PASSED -> "passed";
      case FAILED -> "failed";
      case NEEDS_REVIEW -> "needs review";
      case SKIPPED -> "skipped";
    };
  }
}
