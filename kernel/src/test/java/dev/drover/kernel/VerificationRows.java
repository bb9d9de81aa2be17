package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.RUN;

import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when somebody has checked the work: it is recorded, and disturbs nobody.
final class VerificationRows {
  private static final VerificationReport REPORT =
      VerificationReport.of(
              "ci", List.of(CheckOutcome.required("unit", "make test", Standing.FAILED)))
          .about(RUN);
  private static final Input GIVEN = new Input.VerificationGiven(REPORT);
  private static final Event RECORDED = new Event.VerificationRecorded(REPORT);

  private VerificationRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("work is checked before there is a session")
            .given(Story.untold())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("work is checked when no run is going")
            .given(Story.opened())
            .when(GIVEN)
            .then(RECORDED),
        row("work is checked while the model is asked")
            .given(Story.thinking())
            .when(GIVEN)
            .then(RECORDED),
        row("work is checked while calls are open")
            .given(Turn.BOTH_RUN)
            .when(GIVEN)
            .then(RECORDED));
  }
}
