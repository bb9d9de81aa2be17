package dev.drover.spi.store;

/// Names one input: within one session, the same id never arrives twice.
public record InputId(String value) {
  public InputId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an input has an id");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
