package dev.drover.kernel.machine;

import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// The outcome of a task, as reported by its child.
///
/// @param text its answer, or why there is none
/// @param usage tokens of the child itself; its own children are counted in its own journal
/// @param note the message to the parent if nothing waits for the task
/// @param labels the kinds of data that the child has seen, and its answer may contain
public record TaskOutcome(
    TaskStatus status, Text text, Usage usage, Text note, List<Label> labels) {
  public TaskOutcome {
    labels = List.copyOf(labels);
  }

  public TaskOutcome(TaskStatus status, Text text, Usage usage, Text note) {
    this(status, text, usage, note, List.of());
  }
}
