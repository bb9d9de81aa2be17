package dev.drover.runtime.task;

import dev.drover.kernel.TaskMode;
import dev.drover.kernel.ToolAnswer;
import dev.drover.spi.tool.ToolInvocation;

/// Gives a child something to do.
@FunctionalInterface
public interface Delegation {
  /// The same call twice is one task.
  ToolAnswer delegate(ToolInvocation call, Assignment assignment, TaskMode mode)
      throws InterruptedException;
}
