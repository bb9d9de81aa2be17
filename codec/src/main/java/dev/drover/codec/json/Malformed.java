package dev.drover.codec.json;

/// The bytes are not what was expected. Which field it was, [JsonReader#place] knows.
///
/// Meant to be caught by whoever knows what was being read, so it has no stack trace of its own.
public final class Malformed extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  Malformed(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
