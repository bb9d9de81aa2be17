package dev.drover.kernel;

/// Why a call is not begun: it might go beyond a limit.
///
/// @param need what the call could come to
public record Shortfall(Payer payer, Measure measure, long limit, long used, long need) {
  /// For people and for the model.
  public String words() {
    return "%s has used %s of its %s %s; the next call may need %s"
        .formatted(
            payer.words(),
            measure.number(used),
            measure.number(limit),
            measure.word(),
            measure.number(need));
  }
}
