package dev.drover.kernel.budget;

/// The reason why a call is not begun: it might exceed a limit.
///
/// @param need the amount that the call could use
public record BudgetShortfall(
    BudgetScope payer, BudgetMeasure measure, long limit, long used, long need) {
  /// A description for people and for the model.
  public String describe() {
    return "%s has used %s of its %s %s; the next call may need %s"
        .formatted(
            payer.describe(),
            measure.format(used),
            measure.format(limit),
            measure.unit(),
            measure.format(need));
  }
}
