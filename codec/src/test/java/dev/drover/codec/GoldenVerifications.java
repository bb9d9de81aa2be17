package dev.drover.codec;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Text;
import dev.drover.kernel.VerificationReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What the golden files of verifications say, in Java.
final class GoldenVerifications {
  static final VerificationReport REPORT =
      VerificationReport.of(
              "ci",
              List.of(
                  CheckOutcome.required("maven", "./mvnw -B verify", Standing.PASSED)
                      .evidence("12 tests, all passed"),
                  CheckOutcome.required("look", "the page looks right", Standing.NEEDS_REVIEW),
                  CheckOutcome.optional("lint", "npm run lint", Standing.FAILED)
                      .evidence(new Text.Stored(new BlobId("ab".repeat(32)), 70_000)),
                  CheckOutcome.optional("e2e", "npm run e2e", Standing.SKIPPED)))
          .about(GoldenEvents.RUN);

  static final VerificationReport OF_ALL =
      VerificationReport.of(
          "anna", List.of(CheckOutcome.required("maven", "mvn -B verify", Standing.PASSED)));

  private GoldenVerifications() {}

  static Map<String, Recorded> all() {
    return Map.of(
        "verification_recorded", recorded(REPORT),
        "verification_recorded-of-session", recorded(OF_ALL));
  }

  private static Recorded recorded(VerificationReport report) {
    return new Recorded(
        7, Instant.parse("2026-01-01T00:00:02Z"), new Event.VerificationRecorded(report));
  }
}
