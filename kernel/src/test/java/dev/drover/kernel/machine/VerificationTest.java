package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H6")
class VerificationTest {
  private static VerificationReport.Check required(String id, Status standing) {
    return VerificationReport.Check.required(id, "make " + id, standing);
  }

  private static VerificationReport.Check optional(String id, Status standing) {
    return VerificationReport.Check.optional(id, "make " + id, standing);
  }

  @ParameterizedTest
  @CsvSource({
    // a required check, another required check, the combined status
    "PASSED, PASSED, PASSED",
    "PASSED, SKIPPED, NEEDS_REVIEW",
    "PASSED, NEEDS_REVIEW, NEEDS_REVIEW",
    "SKIPPED, NEEDS_REVIEW, NEEDS_REVIEW",
    "PASSED, FAILED, FAILED",
    "SKIPPED, FAILED, FAILED",
    "NEEDS_REVIEW, FAILED, FAILED",
    "FAILED, FAILED, FAILED",
  })
  void theWorstOfTheRequiredChecksCounts(Status one, Status other, VerificationReport.Result both) {
    var checks = List.of(required("a", one), required("b", other));
    assertThat(VerificationReport.of("ci", checks).status()).isEqualTo(both);
    assertThat(VerificationReport.of("ci", checks.reversed()).status()).isEqualTo(both);
  }

  @Test
  void anOptionalCheckNeverCounts() {
    var checks =
        List.of(
            required("a", Status.PASSED),
            optional("b", Status.FAILED),
            optional("c", Status.SKIPPED),
            optional("d", Status.NEEDS_REVIEW));
    assertThat(VerificationReport.of("ci", checks).status())
        .isEqualTo(VerificationReport.Result.PASSED);
  }

  @Test
  void aReportHasUniqueChecksUpToAMaximum() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationReport.of("ci", List.of()))
        .withMessage("a report has 1 to 32 checks, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                VerificationReport.of(
                    "ci", List.of(required("a", Status.PASSED), optional("a", Status.FAILED))))
        .withMessage("a report has one check 'a'");
    var many = new ArrayList<VerificationReport.Check>();
    for (int i = 0; i < 33; i++) {
      many.add(required("c" + i, Status.PASSED));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationReport.of("ci", many))
        .withMessage("a report has 1 to 32 checks, not 33");
  }

  @Test
  @Tag("A3")
  void aStateKeepsOnlyTheNewestReports() {
    var story = HandwrittenJournal.opened();
    for (int i = 1; i <= 20; i++) {
      story =
          story.then(
              new Event.VerificationRecorded(
                  VerificationReport.of("ci-" + i, List.of(required("a", Status.PASSED)))));
    }
    assertThat(story.state().records().reports())
        .extracting(VerificationReport::by)
        .hasSize(16)
        .startsWith("ci-5", "ci-6")
        .endsWith("ci-20");
  }

  @Test
  void aReportChangesNothingElse() {
    var before = HandwrittenJournal.thinking();
    var after =
        before.then(
            new Event.VerificationRecorded(
                VerificationReport.of("ci", List.of(required("a", Status.FAILED)))));
    assertThat(after.state().due()).isEqualTo(before.state().due());
    assertThat(after.state().conversation().messages())
        .isEqualTo(before.state().conversation().messages());
    assertThat(after.state().phase()).isEqualTo(before.state().phase());
  }
}
