package dev.drover.kernel.value;

/// Tokens as counted by the provider. `reasoning` is part of `output`; `cacheRead` and `cacheWrite`
/// are not part of `input`: providers bill them separately.
public record Usage(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
  public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

  public Usage {
    if (input < 0 || output < 0 || cacheRead < 0 || cacheWrite < 0 || reasoning < 0) {
      throw new IllegalArgumentException("token counts are never negative");
    }
    if (reasoning > output) {
      throw new IllegalArgumentException(
          "reasoning is part of output: %d of %d".formatted(reasoning, output));
    }
  }

  public Usage plus(Usage more) {
    if (equals(NONE)) {
      return more;
    }
    return new Usage(
        sum(input, more.input),
        sum(output, more.output),
        sum(cacheRead, more.cacheRead),
        sum(cacheWrite, more.cacheWrite),
        sum(reasoning, more.reasoning));
  }

  /// The difference, never below zero.
  public Usage minus(Usage part) {
    long rest = rest(output, part.output);
    return new Usage(
        rest(input, part.input),
        rest,
        rest(cacheRead, part.cacheRead),
        rest(cacheWrite, part.cacheWrite),
        Math.min(rest, rest(reasoning, part.reasoning)));
  }

  private static long rest(long whole, long part) {
    return Math.max(0, whole - part);
  }

  /// All tokens read or written, each counted once.
  public long total() {
    return sum(sum(input, output), sum(cacheRead, cacheWrite));
  }

  /// Saturates at the maximum: a wrong count from a provider must not stop a run.
  private static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
