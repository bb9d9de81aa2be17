package dev.drover.runtime.json;

/// A text is not JSON, or is more than anybody should read. The message is for the one who wrote
/// it.
///
/// Meant to be caught by whoever knows what was being read, so it has no stack trace of its own.
public final class NotJson extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String words;

  NotJson(String words) {
    super(words);
    this.words = words;
  }

  /// What is wrong, and where.
  public String words() {
    return words;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
