package dev.drover.model.http.protocol;

import dev.drover.kernel.Usage;

/// Tokens as providers count them that have the cached ones inside the input. Ours stand apart, so
/// they are taken out. Counts that do not add up are bent until they do: a provider's mistake must
/// not stop a run.
///
/// @param input all that was read, whatever it cost
public record Counts(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
  public Counts(long input, long output) {
    this(input, output, 0, 0, 0);
  }

  public Counts cached(long value) {
    return new Counts(input, output, value, cacheWrite, reasoning);
  }

  public Counts written(long value) {
    return new Counts(input, output, cacheRead, value, reasoning);
  }

  public Counts reasoning(long value) {
    return new Counts(input, output, cacheRead, cacheWrite, value);
  }

  public Usage usage() {
    long read = Math.min(cacheRead, input);
    long written = Math.min(cacheWrite, input - read);
    return new Usage(input - read - written, output, read, written, Math.min(reasoning, output));
  }
}
