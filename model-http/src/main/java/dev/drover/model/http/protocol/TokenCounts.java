package dev.drover.model.http.protocol;

import dev.drover.kernel.value.Usage;

/// Token counts of providers that include cached tokens in the input. Ours are separate, so they
/// are subtracted. Inconsistent counts are adjusted: an error of a provider must not stop a run.
///
/// @param input all input tokens, cached or not
public record TokenCounts(
    long input, long output, long cacheRead, long cacheWrite, long reasoning) {
  public TokenCounts(long input, long output) {
    this(input, output, 0, 0, 0);
  }

  public TokenCounts cached(long value) {
    return new TokenCounts(input, output, value, cacheWrite, reasoning);
  }

  public TokenCounts written(long value) {
    return new TokenCounts(input, output, cacheRead, value, reasoning);
  }

  public TokenCounts reasoning(long value) {
    return new TokenCounts(input, output, cacheRead, cacheWrite, value);
  }

  public Usage usage() {
    long read = Math.min(cacheRead, input);
    long written = Math.min(cacheWrite, input - read);
    return new Usage(input - read - written, output, read, written, Math.min(reasoning, output));
  }
}
