package dev.drover.kernel.budget;

/// The limits of one [BudgetMeasure].
///
/// @param soft reaching this amount is reported once and has no other effect
/// @param hard a call that might exceed this amount is not begun
public record BudgetCap(long soft, long hard) {
  private static final long NEVER = Long.MAX_VALUE;

  public static final BudgetCap NONE = new BudgetCap(NEVER, NEVER);

  public BudgetCap {
    if (soft < 1 || hard < 1) {
      throw new IllegalArgumentException("a limit is at least 1, not %d, %d".formatted(soft, hard));
    }
    if (soft > hard && soft != NEVER) {
      throw new IllegalArgumentException(
          "the soft limit %d is above the hard limit %d".formatted(soft, hard));
    }
  }

  public static BudgetCap at(long hard) {
    return new BudgetCap(NEVER, hard);
  }

  /// A soft limit only.
  public static BudgetCap warning(long soft) {
    return new BudgetCap(soft, NEVER);
  }

  public BudgetCap warningAt(long used) {
    return new BudgetCap(used, hard);
  }

  public boolean isHard() {
    return hard != NEVER;
  }

  public boolean isSoft() {
    return soft != NEVER;
  }

  boolean admits(long used, long need) {
    return need == 0 || BudgetAmount.sum(used, need) <= hard;
  }
}
