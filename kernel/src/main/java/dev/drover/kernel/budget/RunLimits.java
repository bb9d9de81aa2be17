package dev.drover.kernel.budget;

import dev.drover.kernel.check.NullChecks;
import java.util.HashSet;
import java.util.List;

/// The limits of one run. Written into the run's first event, so a change applies to the next run.
///
/// @param turns model calls with tools; they are followed by one last call without tools
/// @param tokens no model call is begun once this many are used; [#NO_TOKEN_LIMIT] for none
/// @param attempts how often a repeatable call is begun, crashes included
/// @param guard when the run is stopped because it loops
/// @param budgets that the run shares with others
/// @param checks that must pass before it completes
public record RunLimits(
    int turns,
    long tokens,
    int attempts,
    LoopGuard guard,
    BudgetSet budgets,
    RequiredChecks checks) {
  /// The code of the problem of a run that has used its turns.
  public static final String OUT_OF_TURNS = "out_of_turns";

  /// The code of the problem of a run that has used its tokens or a budget.
  public static final String BUDGET_EXHAUSTED = "budget_exhausted";

  /// The code of the problem of a run that its guard stopped.
  public static final String LOOP_DETECTED = "loop_detected";

  public static final long NO_TOKEN_LIMIT = Long.MAX_VALUE;
  public static final RunLimits DEFAULT = new RunLimits(50, NO_TOKEN_LIMIT, 3);

  /// Without a guard.
  public RunLimits(int turns, long tokens, int attempts) {
    this(turns, tokens, attempts, LoopGuard.OFF);
  }

  /// Without budgets.
  public RunLimits(int turns, long tokens, int attempts, LoopGuard guard) {
    this(turns, tokens, attempts, guard, BudgetSet.NONE);
  }

  /// Without required checks.
  public RunLimits(int turns, long tokens, int attempts, LoopGuard guard, BudgetSet budgets) {
    this(turns, tokens, attempts, guard, budgets, RequiredChecks.NONE);
  }

  public RunLimits {
    if (turns < 1) {
      throw new IllegalArgumentException("turns: at least 1, not " + turns);
    }
    if (tokens < 1) {
      throw new IllegalArgumentException("tokens: at least 1, not " + tokens);
    }
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: at least 1, not " + attempts);
    }
  }

  public RunLimits with(BudgetSet choice) {
    return choice.equals(budgets)
        ? this
        : new RunLimits(turns, tokens, attempts, guard, choice, checks);
  }

  public RunLimits with(RequiredChecks choice) {
    return choice.equals(checks)
        ? this
        : new RunLimits(turns, tokens, attempts, guard, budgets, choice);
  }

  /// The checks that must pass before a run that may have changed something completes.
  ///
  /// @param commands carried out one after the other, in this order
  /// @param repairs how often failed checks are returned to the model before the run fails
  public record RequiredChecks(List<CheckCommand> commands, int repairs) {
    /// The maximum number of checks: their outcomes fit into one report.
    public static final int MOST = 32;

    public static final RequiredChecks NONE = new RequiredChecks(List.of(), 0);

    /// @param id names the check in reports
    /// @param command for the shell; passes if its exit code is 0
    public record CheckCommand(String id, String command) {
      public CheckCommand {
        NullChecks.nonNull(id, "CheckCommand.id");
        NullChecks.nonNull(command, "CheckCommand.command");
        if (id.isBlank() || command.isBlank()) {
          throw new IllegalArgumentException(
              "a check has a name and a command: '%s', '%s'".formatted(id, command));
        }
      }
    }

    public RequiredChecks {
      commands = NullChecks.list(commands, "RequiredChecks.commands");
      if (commands.size() > MOST) {
        throw new IllegalArgumentException(
            "a run has at most %d required checks, not %d".formatted(MOST, commands.size()));
      }
      if (repairs < 0) {
        throw new IllegalArgumentException("repairs: at least 0, not " + repairs);
      }
      var names = new HashSet<String>();
      for (var command : commands) {
        if (!names.add(command.id())) {
          throw new IllegalArgumentException(
              "a run has one required check '%s'".formatted(command.id()));
        }
      }
    }

    public boolean isEmpty() {
      return commands.isEmpty();
    }
  }

  /// Detects a run that loops. It looks at the calls and their outcomes, never at the statements of
  /// the model. A run that is stopped gets one more model call, without tools, so that the user
  /// gets an answer.
  ///
  /// @param repeats consecutive turns with the same calls and the same outcomes
  /// @param misfits consecutive turns whose calls could not be made: no such tool, wrong arguments
  /// @param failures consecutive calls without a success
  public record LoopGuard(int repeats, int misfits, int failures) {
    public static final LoopGuard DEFAULT = new LoopGuard(3, 3, 12);
    public static final LoopGuard OFF =
        new LoopGuard(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    public LoopGuard {
      require("repeats", 2, repeats);
      require("misfits", 1, misfits);
      require("failures", 1, failures);
    }

    private static void require(String field, int least, int given) {
      if (given < least) {
        throw new IllegalArgumentException(
            "%s: at least %d, not %d".formatted(field, least, given));
      }
    }
  }
}
