package dev.drover.kernel;

import java.util.function.UnaryOperator;

/// A tool call that the host made itself, outside any run, and that has not ended. The conversation
/// knows nothing of it.
///
/// @param run its name, which stands where other calls have that of their run
/// @param by who made it
/// @param crashes how often a process died on it
public record DirectCall(RunId run, String by, OpenCall open, int crashes) {
  /// How many of one session may be open at the same time.
  static final int MOST = 64;

  DirectCall with(UnaryOperator<OpenCall> change) {
    return new DirectCall(run, by, change.apply(open), crashes);
  }

  DirectCall takenOver(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> new DirectCall(run, by, open, crashes + 1);
      case MOVE -> this;
    };
  }

  CallSite site() {
    int attempts = Limits.DEFAULT.attempts();
    return new CallSite(run, open, attempts, crashes >= attempts);
  }
}
