package dev.drover.kernel;

/// Tokens as the provider counted them. `reasoning` is a part of `output`, not an addition to it;
/// `cacheRead` and `cacheWrite` are parts of nothing: providers bill them apart from `input`.
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
    return new Usage(
        input + more.input,
        output + more.output,
        cacheRead + more.cacheRead,
        cacheWrite + more.cacheWrite,
        reasoning + more.reasoning);
  }

  /// Everything that was read or written, each token once.
  public long total() {
    return input + output + cacheRead + cacheWrite;
  }
}
