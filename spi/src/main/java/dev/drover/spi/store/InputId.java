package dev.drover.spi.store;

/// Identifies one input: within one session, an id is accepted only once.
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
