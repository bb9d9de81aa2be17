package dev.drover.runtime.policy.shell;

/// The line cannot be read, or bash and we might read it differently.
///
/// Caught where the line came in, so it has no stack trace of its own.
final class Malformed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String why;

  Malformed(String why) {
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
