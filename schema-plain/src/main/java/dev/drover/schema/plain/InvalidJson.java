package dev.drover.schema.plain;

/// A text is not JSON, or exceeds a limit. The message is for its author.
///
/// Always caught by a reader that adds the context, so it has no stack trace of its own.
public final class InvalidJson extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String describe;

  InvalidJson(String words) {
    super(words);
    this.describe = words;
  }

  /// The error and its position.
  public String describe() {
    return describe;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
