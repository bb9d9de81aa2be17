package dev.drover.internal.redact;

import dev.drover.spi.secret.SecretRedactor;
import org.jspecify.annotations.Nullable;

/// The loggable form of an exception: its type, its stack, and its message without secrets. Never
/// thrown itself.
public final class RedactedThrowable extends Throwable {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private RedactedThrowable(Throwable thrown, SecretRedactor redactor, int causes) {
    super(described(thrown, redactor), causeOf(thrown, redactor, causes));
    setStackTrace(thrown.getStackTrace());
  }

  public static Throwable of(Throwable thrown, SecretRedactor redactor) {
    return new RedactedThrowable(thrown, redactor, MAX_CAUSES);
  }

  /// A message that cannot be searched is left out: logging an error must not cause another one.
  private static String described(Throwable thrown, SecretRedactor redactor) {
    try {
      return redactor.redact(thrown.toString());
    } catch (Throwable unreadable) {
      return thrown.getClass().getName();
    }
  }

  private static @Nullable Throwable causeOf(
      Throwable thrown, SecretRedactor redactor, int causes) {
    var cause = thrown.getCause();
    return cause == null || causes == 0 ? null : new RedactedThrowable(cause, redactor, causes - 1);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
