package dev.drover.internal.inbox;

import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.internal.state.StoreProblems;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.time.Time;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Failures while a session is written.
public final class WriterProblems {
  private static final Logger LOG = LoggerFactory.getLogger(WriterProblems.class);

  private static final String UNEXPECTED = "session_unreadable";

  private WriterProblems() {}

  /// An error that no port may throw. The work in progress is checked again: a thread that dies
  /// must not leave a run without an end.
  public static boolean isUnexpected(PortException broken) {
    return broken.problem().code().equals(UNEXPECTED);
  }

  public static boolean mayPass(PortException broken) {
    return StoreProblems.mayPass(broken);
  }

  /// Whether the append may have happened or may still happen. An append that is refused as a
  /// conflict may be one of this process whose acknowledgement was lost.
  public static boolean mayBeWritten(PortException broken) {
    return mayPass(broken) || broken instanceof ContradictoryWrite;
  }

  /// Waits before the next attempt.
  public static void pause(Time time, int attempt) {
    try {
      time.sleepUntil(time.now().plus(Duration.ofMillis(50L << attempt)));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  public static void log(SessionId session, Throwable bug, SecretRedactor redactor) {
    LOG.error("session {} broke", session, RedactedThrowable.of(bug, redactor));
  }

  public static PortException unexpected(String where, Throwable bug) {
    var problem =
        new Problem(
            UNEXPECTED,
            "The session cannot be worked on",
            "%s: %s"
                .formatted(
                    where,
                    bug instanceof Error ? bug.getClass().getSimpleName() : bug.getMessage()),
            "Nothing was written. Look into the log; export the session before you try again.");
    return new PortException(problem, bug);
  }
}
