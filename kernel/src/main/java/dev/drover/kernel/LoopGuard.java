package dev.drover.kernel;

/// When a run goes round in circles. It is judged by what was called and what came of it, never by
/// what the model says about itself. Whoever is caught gets one more model call, without tools, so
/// that the user gets an answer.
///
/// @param repeats turns in a row with the same calls and the same outcomes
/// @param misfits turns in a row whose calls could not be made: no such tool, wrong arguments
/// @param failures calls in a row of which none succeeded
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
