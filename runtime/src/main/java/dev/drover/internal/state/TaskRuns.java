package dev.drover.internal.state;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;

/// The runs of child sessions that carry out their tasks.
public final class TaskRuns {
  private TaskRuns() {}

  /// A child's first run is named after the child, so that each name determines the other.
  public static RunId of(SessionId child) {
    return new RunId(child.value());
  }
}
