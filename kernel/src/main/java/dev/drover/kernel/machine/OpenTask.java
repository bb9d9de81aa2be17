package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;

/// A task that a child carries out for this session.
///
/// @param run the run, or direct call, that started it
/// @param call the call that started it
/// @param limits of the run that begins when it has ended in the background
public record OpenTask(
    SessionId child, RunId run, EffectId call, String agent, TaskMode mode, RunLimits limits) {
  /// The maximum number of open tasks of a session.
  public static final int MOST = 32;
}
