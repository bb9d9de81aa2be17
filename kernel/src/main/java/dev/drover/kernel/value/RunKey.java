package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// An idempotency key: within one session, the same key never starts a second run.
public record RunKey(String value) {
  private static final int MAX_LENGTH = 256;

  public RunKey {
    NullChecks.nonNull(value, "RunKey.value");
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "an idempotency key has 1 to %d characters, this one has %d"
              .formatted(MAX_LENGTH, value.length()));
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
