package dev.drover.kernel;

/// What a million tokens cost, in millionths of a currency. So a price of 3.00 for a million is
/// 3,000,000, which is also what one token costs in millionths of a millionth.
public record Price(long input, long output, long cacheRead, long cacheWrite) {
  private static final long MILLION = 1_000_000;

  public Price {
    if (input < 0 || output < 0 || cacheRead < 0 || cacheWrite < 0) {
      throw new IllegalArgumentException("prices are never negative");
    }
  }

  /// In millionths, rounded up: no call that costs something costs nothing.
  public long of(Usage used) {
    return rounded(
        Amount.sum(
            Amount.sum(times(used.input(), input), times(used.output(), output)),
            Amount.sum(times(used.cacheRead(), cacheRead), times(used.cacheWrite(), cacheWrite))));
  }

  /// What a call can cost at most: nobody knows before how much of its input is cached.
  public long worst(long inputTokens, long outputTokens) {
    long dearest = Math.max(input, Math.max(cacheRead, cacheWrite));
    return rounded(Amount.sum(times(inputTokens, dearest), times(outputTokens, output)));
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
