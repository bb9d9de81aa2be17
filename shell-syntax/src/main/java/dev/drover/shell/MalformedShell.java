package dev.drover.shell;

/// The line cannot be read, or bash might read it differently.
///
/// Always caught where the line is read, so it has no stack trace of its own.
final class MalformedShell extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String why;

  MalformedShell(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
