package dev.drover.kernel;

/// What one run may use. Written into the run's first event, so a change applies to the next run.
///
/// @param turns model calls with tools; after them comes one last call without
/// @param tokens no model call is begun once this many are used; [#NO_TOKEN_LIMIT] for none
/// @param attempts how often a call that may be repeated is begun, crashes included
/// @param guard when it is stopped because it goes round in circles
/// @param budgets what it and others may use together
public record Limits(int turns, long tokens, int attempts, LoopGuard guard, Budgets budgets) {
  public static final long NO_TOKEN_LIMIT = Long.MAX_VALUE;
  public static final Limits DEFAULT = new Limits(50, NO_TOKEN_LIMIT, 3);

  /// Without a guard.
  public Limits(int turns, long tokens, int attempts) {
    this(turns, tokens, attempts, LoopGuard.OFF);
  }

  /// Without budgets.
  public Limits(int turns, long tokens, int attempts, LoopGuard guard) {
    this(turns, tokens, attempts, guard, Budgets.NONE);
  }

  public Limits {
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

  public Limits with(Budgets choice) {
    return choice.equals(budgets) ? this : new Limits(turns, tokens, attempts, guard, choice);
  }
}
