package dev.drover.runtime.budget;

import dev.drover.kernel.Cap;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;

/// One limit, and how far it is from being reached.
///
/// @param used what was really used
/// @param reserved what calls that are open could still need
public record BudgetLine(Payer payer, Measure measure, Cap cap, long used, long reserved) {
  /// What a next call may need at most; [Long#MAX_VALUE] if there is no hard limit.
  public long left() {
    return cap.isHard() ? Math.max(0, cap.hard() - used - reserved) : Long.MAX_VALUE;
  }
}
