package dev.drover.runtime.redact;

import dev.drover.spi.secret.Redactor;
import org.jspecify.annotations.Nullable;

/// What a log may know of something that was thrown: its kind, where it came from, and its message
/// without secrets. Never thrown itself.
public final class RedactedThrowable extends Throwable {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private RedactedThrowable(Throwable thrown, Redactor redactor, int causes) {
    super(described(thrown, redactor), causeOf(thrown, redactor, causes));
    setStackTrace(thrown.getStackTrace());
  }

  public static Throwable of(Throwable thrown, Redactor redactor) {
    return new RedactedThrowable(thrown, redactor, MAX_CAUSES);
  }

  /// A message that cannot be searched is left out: whoever logs an error must not die of another.
  private static String described(Throwable thrown, Redactor redactor) {
    try {
      return redactor.redact(thrown.toString());
    } catch (Throwable unreadable) {
      return thrown.getClass().getName();
    }
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
