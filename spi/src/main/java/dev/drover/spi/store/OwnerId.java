package dev.drover.spi.store;

/// Identifies one process at work on a store.
public record OwnerId(String value) {
  public OwnerId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an owner has a name");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
