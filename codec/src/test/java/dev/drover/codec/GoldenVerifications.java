package dev.drover.codec;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.budget.RunLimits.RequiredChecks.CheckCommand;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
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

  private static final Event STARTED =
      new Event.VerificationStarted(
          GoldenEvents.RUN, new EffectId(4), new RunOutcome.Completed(Text.of("Fixed.")));

  private static final Event STARTED_WITH_VALUE =
      new Event.VerificationStarted(
          GoldenEvents.RUN,
          new EffectId(4),
          new RunOutcome.Completed(
              Text.of("Here: {\"total\":7}"), Text.of("{\"total\":7}"), AnswerEnding.CUT));

  private static final Event FAILED =
      new Event.VerificationFailed(
          GoldenEvents.RUN, new EffectId(4), "The check 'unit' failed: make test\n2 of 9 failed");

  private static final Event ACCEPTED =
      new Event.RunAccepted(
          GoldenEvents.RUN,
          new Prompt(Text.of("What is in calc.sh?"), new Prompt.History.Own(), null),
          new RunLimits(50, RunLimits.NO_TOKEN_LIMIT, 3)
              .with(
                  new RequiredChecks(
                      List.of(
                          new CheckCommand("unit", "make test"),
                          new CheckCommand("lint", "make lint")),
                      2)));

  private GoldenVerifications() {}

  static Map<String, RecordedEvent> all() {
    return Map.of(
        "verification_recorded", recorded(REPORT),
        "verification_recorded-of-session", recorded(OF_ALL),
        "verification_started", at(8, STARTED),
        "verification_started-with-value", at(8, STARTED_WITH_VALUE),
        "verification_failed", at(9, FAILED),
        "run_accepted-with-checks", at(3, ACCEPTED));
  }

  private static RecordedEvent at(long seq, Event event) {
    return new RecordedEvent(seq, Instant.parse("2026-01-01T00:00:02Z"), event);
  }

  private static RecordedEvent recorded(VerificationReport report) {
    return new RecordedEvent(
        7, Instant.parse("2026-01-01T00:00:02Z"), new Event.VerificationRecorded(report));
  }
}
