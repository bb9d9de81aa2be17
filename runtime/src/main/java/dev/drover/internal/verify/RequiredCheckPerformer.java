package dev.drover.internal.verify;

import dev.drover.internal.dispatch.RequiredCheckRunner;
import dev.drover.internal.handle.DrivenSession;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Requirement;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.tool.DirectTools;
import dev.drover.verify.SessionVerification.VerificationCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Implements [RequiredCheckRunner]: one command after the other. After a failed command the others
/// still run, so that the model can correct everything in one turn.
///
/// @param tools the direct calls of a session
public record RequiredCheckPerformer(
    VerificationServices services, Function<DrivenSession, DirectTools> tools)
    implements RequiredCheckRunner {
  @Override
  public Input.ChecksEnded perform(SessionId session, String agent, Effect.RunChecks checks)
      throws InterruptedException {
    var own = tools.apply(new DrivenSession(session, agent));
    var commands = new CheckCommands(session, own, services);
    var outcomes = new ArrayList<VerificationReport.Check>(checks.commands().size());
    for (var check : checks.commands()) {
      var command =
          new VerificationCheck.Command(check.id(), check.command(), Requirement.REQUIRED);
      outcomes.add(commands.cut(commands.carriedOut(command)));
      if (Thread.interrupted()) {
        throw new InterruptedException("the run no longer waits for its checks");
      }
    }
    var report = new VerificationReport(checks.run(), AUTHOR, outcomes);
    return new Input.ChecksEnded(checks.id(), report, findings(outcomes));
  }

  private String findings(List<VerificationReport.Check> outcomes) {
    return outcomes.stream()
        .filter(check -> check.status() == Status.FAILED)
        .map(
            check ->
                "The check '%s' failed: %s\n%s"
                    .formatted(
                        check.id(), check.subject(), services.queries().read(check.evidence())))
        .collect(Collectors.joining("\n"));
  }
}
