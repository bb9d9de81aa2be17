package dev.drover.kernel.budget;

/// Detects a run that loops. It looks at the calls and their outcomes, never at the statements of
/// the model. A run that is stopped gets one more model call, without tools, so that the user gets
/// an answer.
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
      throw new IllegalArgumentException("%s: at least %d, not %d".formatted(field, least, given));
    }
  }
}
