package dev.drover.internal.agent;

import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.budget.RunLimits.RequiredChecks.CheckCommand;
import dev.drover.kernel.event.VerificationReport.Check.Requirement;
import dev.drover.verify.SessionVerification.VerificationCheck;
import java.util.ArrayList;
import java.util.List;

/// Converts checks of a project into those that must pass before a run completes.
public final class CompletionChecks {
  private static final String BASH = "bash";

  private CompletionChecks() {}

  /// @throws IllegalArgumentException if one of them cannot decide whether a run completes
  public static RequiredChecks of(List<VerificationCheck> checks, int repairs) {
    var commands = new ArrayList<CheckCommand>(checks.size());
    for (var check : checks) {
      commands.add(
          switch (check) {
            case VerificationCheck.Command(var id, var command, var need)
                when need == Requirement.REQUIRED ->
                new CheckCommand(id, command);
            case VerificationCheck.Command(var id, _, _) ->
                throw new IllegalArgumentException(
                    "'%s' is optional, and a run waits for required checks only".formatted(id));
            case VerificationCheck.Review(var id, _, _) ->
                throw new IllegalArgumentException(
                    "'%s' needs a person, and a run waits for commands only".formatted(id));
          });
    }
    return new RequiredChecks(commands, repairs);
  }

  /// @throws IllegalArgumentException if the commands cannot be run with these tools
  public static void requireShell(RequiredChecks checks, AgentToolSet tools) {
    if (!checks.isEmpty() && tools.find(BASH).isEmpty()) {
      throw new IllegalArgumentException("the agent has no tool 'bash' to run checks with");
    }
  }
}
