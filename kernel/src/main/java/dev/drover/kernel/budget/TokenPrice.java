package dev.drover.kernel.budget;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.value.Usage;

/// The price of a million tokens, in millionths of a currency. A price of 3.00 for a million is
/// 3,000,000, which is also the price of one token in millionths of a millionth.
public record TokenPrice(long input, long output, long cacheRead, long cacheWrite) {
  private static final long MILLION = 1_000_000;

  public TokenPrice {
    if (input < 0 || output < 0 || cacheRead < 0 || cacheWrite < 0) {
      throw new IllegalArgumentException("prices are never negative");
    }
  }

  /// In millionths, rounded up, so that a call with a cost is never free.
  public long of(Usage used) {
    return rounded(
        BudgetAmount.sum(
            BudgetAmount.sum(times(used.input(), input), times(used.output(), output)),
            BudgetAmount.sum(
                times(used.cacheRead(), cacheRead), times(used.cacheWrite(), cacheWrite))));
  }

  /// The maximum cost of a call: how much of its input is cached is not known in advance.
  public long maxCost(long inputTokens, long outputTokens) {
    long dearest = Math.max(input, Math.max(cacheRead, cacheWrite));
    return rounded(BudgetAmount.sum(times(inputTokens, dearest), times(outputTokens, output)));
  }

  private static long rounded(long trillionths) {
    return Math.ceilDiv(trillionths, MILLION);
  }

  private static long times(long tokens, long price) {
    return Math.multiplyHigh(tokens, price) != 0 || tokens * price < 0
        ? Long.MAX_VALUE
        : tokens * price;
  }
}
