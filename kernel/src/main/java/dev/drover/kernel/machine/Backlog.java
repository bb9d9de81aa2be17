package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Prompts and texts that arrived during a run and were not delivered yet. Empty if there is no
/// current run.
///
/// @param queue prompts that wait for their turn, oldest first
/// @param steering texts that the run receives before its next request, oldest first
public record Backlog(List<Queued> queue, List<Message.User> steering) {
  public static final Backlog EMPTY = new Backlog(List.of(), List.of());

  /// The maximum number of queued prompts, and of texts.
  static final int MOST = 64;

  public Backlog {
    queue = List.copyOf(queue);
    steering = List.copyOf(steering);
  }

  /// A run that has not begun.
  ///
  /// @param recipe of its agent when the prompt was sent
  public record Queued(RunId run, Prompt prompt, Recipe recipe, RunLimits limits) {}

  Optional<Queued> queued(RunId run) {
    if (queue.isEmpty()) {
      return Optional.empty();
    }
    for (var one : queue) {
      if (one.run().equals(run)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  Backlog plus(Queued last) {
    var more = new ArrayList<>(queue);
    more.add(last);
    return new Backlog(more, steering);
  }

  Backlog plus(Message.User last) {
    var more = new ArrayList<>(steering);
    more.add(last);
    return new Backlog(queue, more);
  }

  Backlog without(RunId run) {
    return queued(run).isEmpty()
        ? this
        : new Backlog(queue.stream().filter(one -> !one.run().equals(run)).toList(), steering);
  }

  Backlog withoutSteering() {
    return steering.isEmpty() ? this : new Backlog(queue, List.of());
  }
}
