package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.RUN;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.machine.Decision.Why;
import java.util.List;

/// Decisions about verifications: they are recorded, and have no other effect.
final class VerificationRows {
  private static final VerificationReport REPORT =
      VerificationReport.of(
              "ci", List.of(VerificationReport.Check.required("unit", "make test", Status.FAILED)))
          .about(RUN);
  private static final Input GIVEN = new Input.VerificationGiven(REPORT);
  private static final Event RECORDED = new Event.VerificationRecorded(REPORT);

  private VerificationRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("work is checked before there is a session")
            .given(HandwrittenJournal.empty())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("work is checked when no run is going")
            .given(HandwrittenJournal.opened())
            .when(GIVEN)
            .then(RECORDED),
        row("work is checked while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(GIVEN)
            .then(RECORDED),
        row("work is checked while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(GIVEN)
            .then(RECORDED));
  }
}
