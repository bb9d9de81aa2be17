package dev.drover.kernel;

/// Up to where one [Measure] may go.
///
/// @param soft when this much is used it is said once, and nothing else happens
/// @param hard what would go beyond this is not begun
public record Cap(long soft, long hard) {
  private static final long NEVER = Long.MAX_VALUE;

  public static final Cap NONE = new Cap(NEVER, NEVER);

  public Cap {
    if (soft < 1 || hard < 1) {
      throw new IllegalArgumentException("a limit is at least 1, not %d, %d".formatted(soft, hard));
    }
    if (soft > hard && soft != NEVER) {
      throw new IllegalArgumentException(
          "nobody is warned at %d if %d is never passed".formatted(soft, hard));
    }
  }

  public static Cap at(long hard) {
    return new Cap(NEVER, hard);
  }

  /// Only says so.
  public static Cap warning(long soft) {
    return new Cap(soft, NEVER);
  }

  public Cap warningAt(long used) {
    return new Cap(used, hard);
  }

  public boolean isHard() {
    return hard != NEVER;
  }

  public boolean isSoft() {
    return soft != NEVER;
  }

  boolean admits(long used, long need) {
    return need == 0 || Amount.sum(used, need) <= hard;
  }
}
