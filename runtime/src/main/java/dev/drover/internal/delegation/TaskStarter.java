package dev.drover.internal.delegation;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.TaskMode;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.task.TaskAssignment;

/// Starts a task.
@FunctionalInterface
public interface TaskStarter {
  /// Idempotent: the same call starts one task.
  ToolAnswer delegate(ToolInvocation call, TaskAssignment assignment, TaskMode mode)
      throws InterruptedException;
}
