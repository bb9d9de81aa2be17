package dev.drover.codec;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Text;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The values of the golden files of verifications.
final class GoldenVerifications {
  static final VerificationReport REPORT =
      VerificationReport.of(
              "ci",
              List.of(
                  VerificationReport.Check.required("maven", "./mvnw -B verify", Status.PASSED)
                      .evidence("12 tests, all passed"),
                  VerificationReport.Check.required(
                      "look", "the page looks right", Status.NEEDS_REVIEW),
                  VerificationReport.Check.optional("lint", "npm run lint", Status.FAILED)
                      .evidence(new Text.Stored(new BlobId("ab".repeat(32)), 70_000)),
                  VerificationReport.Check.optional("e2e", "npm run e2e", Status.SKIPPED)))
          .about(GoldenEvents.RUN);

  static final VerificationReport OF_ALL =
      VerificationReport.of(
          "anna",
          List.of(VerificationReport.Check.required("maven", "mvn -B verify", Status.PASSED)));

  private GoldenVerifications() {}

  static Map<String, RecordedEvent> all() {
    return Map.of(
        "verification_recorded", recorded(REPORT),
        "verification_recorded-of-session", recorded(OF_ALL));
  }

  private static RecordedEvent recorded(VerificationReport report) {
    return new RecordedEvent(
        7, Instant.parse("2026-01-01T00:00:02Z"), new Event.VerificationRecorded(report));
  }
}
