package dev.drover.runtime.writer;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.perform.StoreProblems;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.WriteRefused;
import dev.drover.spi.time.Time;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What can go wrong while a session is written.
final class WriterProblems {
  private static final Logger LOG = LoggerFactory.getLogger(WriterProblems.class);

  private static final String UNEXPECTED = "session_unreadable";

  private WriterProblems() {}

  /// An error that no port may throw. What was being driven is looked at again: a thread that dies
  /// must not leave a run without an end.
  static boolean isUnexpected(PortException broken) {
    return broken.problem().code().equals(UNEXPECTED);
  }

  static boolean mayPass(PortException broken) {
    return StoreProblems.mayPass(broken);
  }

  /// Now or later. What is refused as written before may have been written by this process, which
  /// was not told so.
  static boolean mayBeWritten(PortException broken) {
    return mayPass(broken) || broken instanceof WriteRefused;
  }

  /// Before it is tried again.
  static void pause(Time time, int attempt) {
    try {
      time.sleepUntil(time.now().plus(Duration.ofMillis(50L << attempt)));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  static void log(SessionId session, Throwable bug, Redactor redactor) {
    LOG.error("session {} broke", session, RedactedThrowable.of(bug, redactor));
  }

  static PortException unexpected(String where, Throwable bug) {
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
