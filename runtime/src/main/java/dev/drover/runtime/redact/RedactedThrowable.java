package dev.drover.runtime.redact;

import dev.drover.spi.secret.Redactor;
import org.jspecify.annotations.Nullable;

/// What a log may know of something that was thrown: its kind, where it came from, and its message
/// without secrets. Never thrown itself.
public final class RedactedThrowable extends Throwable {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private RedactedThrowable(Throwable thrown, Redactor redactor, int causes) {
    super(redactor.redact(thrown.toString()), causeOf(thrown, redactor, causes));
    setStackTrace(thrown.getStackTrace());
  }

  public static Throwable of(Throwable thrown, Redactor redactor) {
    return new RedactedThrowable(thrown, redactor, MAX_CAUSES);
  }

  private static @Nullable Throwable causeOf(Throwable thrown, Redactor redactor, int causes) {
    var cause = thrown.getCause();
    return cause == null || causes == 0 ? null : new RedactedThrowable(cause, redactor, causes - 1);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
