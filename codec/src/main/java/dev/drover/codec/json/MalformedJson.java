package dev.drover.codec.json;

/// The bytes are not as expected. [JsonReader#place] returns the field.
///
/// Always caught by a reader that adds the context, so it has no stack trace of its own.
public final class MalformedJson extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MalformedJson(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
