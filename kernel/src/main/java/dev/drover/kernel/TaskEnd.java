package dev.drover.kernel;

import java.util.List;

/// How a task ended, as its child tells it.
///
/// @param text its answer, or why there is none
/// @param usage tokens of the child itself; what those below it used stands in its own journal
/// @param note what the parent is told if nobody waits for the task
/// @param labels what kinds of data the child has seen, and its answer may hold
public record TaskEnd(TaskStatus status, Text text, Usage usage, Text note, List<Label> labels) {
  public TaskEnd {
    labels = List.copyOf(labels);
  }

  public TaskEnd(TaskStatus status, Text text, Usage usage, Text note) {
    this(status, text, usage, note, List.of());
  }
}
