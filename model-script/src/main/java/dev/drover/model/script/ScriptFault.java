package dev.drover.model.script;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.spi.model.ModelException.Kind;
import java.time.Duration;

/// A fault of one attempt at a model call.
public sealed interface ScriptFault {
  /// The provider answers with an error.
  ///
  /// @param status 400 to 599
  /// @param retryAfter the requested delay; zero if there is none
  record Status(int status, Duration retryAfter) implements ScriptFault {
    private static final int TOO_MANY = 429;

    public Status {
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException("an error has a status from 400 to 599, not " + status);
      }
      if (!retryAfter.isZero() && !isTemporary(status)) {
        throw new IllegalArgumentException(
            "status %d is final, so it has no retryAfter".formatted(status));
      }
    }

    public Status(int status) {
      this(status, Duration.ZERO);
    }

    Retry retry() {
      if (status == TOO_MANY) {
        return new Retry.Throttled(retryAfter);
      }
      return isTemporary(status) ? new Retry.Later(retryAfter) : Retry.NEVER;
    }

    /// The code of the problem that the adapters of real providers report for this status.
    String code() {
      var kind =
          switch (status) {
            case TOO_MANY -> Kind.THROTTLED;
            case 401, 403 -> Kind.UNAUTHORIZED;
            case 404 -> Kind.NOT_FOUND;
            default -> isTemporary(status) ? Kind.UNAVAILABLE : Kind.REFUSED;
          };
      return kind.code();
    }

    private static boolean isTemporary(int status) {
      return status >= 500 || status == 408 || status == 409 || status == TOO_MANY;
    }
  }

  /// The stream ends without its end marker.
  record Cut(Where where) implements ScriptFault {}

  enum Where {
    BEFORE_TEXT,
    AFTER_TEXT
  }
}
