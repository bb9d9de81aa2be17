package dev.drover.internal.dispatch;

import dev.drover.internal.foreign.ForeignCode;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import java.util.List;

/// Carries out the checks that must pass before a run completes.
public interface RequiredCheckRunner {
  /// The author of the reports about required checks.
  String AUTHOR = "drover";

  /// Blocks until all of them have ended.
  ///
  /// @param agent the name of the session's agent
  /// @throws InterruptedException if it was stopped; then no answer is needed
  Input.ChecksEnded perform(SessionId session, String agent, Effect.RunChecks checks)
      throws InterruptedException;

  /// The answer if the checks could not be carried out.
  static Input.ChecksEnded broken(Effect.RunChecks checks, Throwable why) {
    var evidence = "not carried out: " + ForeignCode.described(why);
    List<VerificationReport.Check> outcomes =
        checks.commands().stream()
            .map(
                check ->
                    VerificationReport.Check.required(check.id(), check.command(), Status.SKIPPED))
            .map(outcome -> outcome.evidence(evidence))
            .toList();
    return new Input.ChecksEnded(
        checks.id(), new VerificationReport(checks.run(), AUTHOR, outcomes), evidence);
  }
}
