package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.value.RunId;
import java.util.function.UnaryOperator;

/// An open tool call that the host made directly, outside any run. It is not part of the
/// conversation.
///
/// @param run the id of the call, which takes the place of a run id
/// @param by the caller
/// @param crashes number of processes that died during the call
public record DirectCall(RunId run, String by, OpenCall open, int crashes) {
  /// The maximum number of open direct calls of one session.
  static final int MOST = 64;

  DirectCall with(UnaryOperator<OpenCall> change) {
    return new DirectCall(run, by, change.apply(open), crashes);
  }

  DirectCall afterTakeover(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> new DirectCall(run, by, open, crashes + 1);
      case MOVE -> this;
    };
  }

  OpenCallContext site() {
    int attempts = RunLimits.DEFAULT.attempts();
    return new OpenCallContext(run, open, attempts, crashes >= attempts);
  }
}
