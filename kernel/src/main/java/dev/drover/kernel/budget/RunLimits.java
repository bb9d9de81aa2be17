package dev.drover.kernel.budget;

/// The limits of one run. Written into the run's first event, so a change applies to the next run.
///
/// @param turns model calls with tools; they are followed by one last call without tools
/// @param tokens no model call is begun once this many are used; [#NO_TOKEN_LIMIT] for none
/// @param attempts how often a repeatable call is begun, crashes included
/// @param guard when the run is stopped because it loops
/// @param budgets that the run shares with others
public record RunLimits(int turns, long tokens, int attempts, LoopGuard guard, BudgetSet budgets) {
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
    return choice.equals(budgets) ? this : new RunLimits(turns, tokens, attempts, guard, choice);
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
