package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.CheckOutcome.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H6")
class VerificationTest {
  private static CheckOutcome required(String id, Standing standing) {
    return CheckOutcome.required(id, "make " + id, standing);
  }

  private static CheckOutcome optional(String id, Standing standing) {
    return CheckOutcome.optional(id, "make " + id, standing);
  }

  @ParameterizedTest
  @CsvSource({
    // of a required check, of another required one, what both come to
    "PASSED, PASSED, PASSED",
    "PASSED, SKIPPED, NEEDS_REVIEW",
    "PASSED, NEEDS_REVIEW, NEEDS_REVIEW",
    "SKIPPED, NEEDS_REVIEW, NEEDS_REVIEW",
    "PASSED, FAILED, FAILED",
    "SKIPPED, FAILED, FAILED",
    "NEEDS_REVIEW, FAILED, FAILED",
    "FAILED, FAILED, FAILED",
  })
  void theWorstOfTheRequiredChecksCounts(Standing one, Standing other, VerificationStatus both) {
    var checks = List.of(required("a", one), required("b", other));
    assertThat(VerificationReport.of("ci", checks).status()).isEqualTo(both);
    assertThat(VerificationReport.of("ci", checks.reversed()).status()).isEqualTo(both);
  }

  @Test
  void whatIsNotRequiredNeverCounts() {
    var checks =
        List.of(
            required("a", Standing.PASSED),
            optional("b", Standing.FAILED),
            optional("c", Standing.SKIPPED),
            optional("d", Standing.NEEDS_REVIEW));
    assertThat(VerificationReport.of("ci", checks).status()).isEqualTo(VerificationStatus.PASSED);
  }

  @Test
  void aReportHasSomeChecksEachOfThemOnceAndNotTooMany() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationReport.of("ci", List.of()))
        .withMessage("a report has 1 to 32 checks, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                VerificationReport.of(
                    "ci", List.of(required("a", Standing.PASSED), optional("a", Standing.FAILED))))
        .withMessage("a report has one check 'a'");
    var many = new ArrayList<CheckOutcome>();
    for (int i = 0; i < 33; i++) {
      many.add(required("c" + i, Standing.PASSED));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationReport.of("ci", many))
        .withMessage("a report has 1 to 32 checks, not 33");
  }

  @Test
  @Tag("A3")
  void aStateRemembersTheNewestReportsAndNoMore() {
    var story = Story.opened();
    for (int i = 1; i <= 20; i++) {
      story =
          story.then(
              new Event.VerificationRecorded(
                  VerificationReport.of("ci-" + i, List.of(required("a", Standing.PASSED)))));
    }
    assertThat(story.state().annals().reports())
        .extracting(VerificationReport::by)
        .hasSize(16)
        .startsWith("ci-5", "ci-6")
        .endsWith("ci-20");
  }

  @Test
  void aReportChangesNothingElse() {
    var before = Story.thinking();
    var after =
        before.then(
            new Event.VerificationRecorded(
                VerificationReport.of("ci", List.of(required("a", Standing.FAILED)))));
    assertThat(after.state().due()).isEqualTo(before.state().due());
    assertThat(after.state().conversation().messages())
        .isEqualTo(before.state().conversation().messages());
    assertThat(after.state().phase()).isEqualTo(before.state().phase());
  }
}
