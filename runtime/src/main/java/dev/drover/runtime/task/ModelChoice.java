package dev.drover.runtime.task;

import dev.drover.spi.model.Model;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which model a subagent works with.
public sealed interface ModelChoice {
  ModelChoice INHERITED = new Inherited();

  /// That of the agent that gives it the work, and the same fallbacks.
  record Inherited() implements ModelChoice {}

  /// One of its own.
  ///
  /// @param fallbacks who goes on when it has failed for good, in this order
  record Own(Model model, List<Model> fallbacks) implements ModelChoice {
    public Own {
      fallbacks = List.copyOf(fallbacks);
      var names = new HashSet<>(Set.of(model.name()));
      for (var next : fallbacks) {
        if (!names.add(next.name())) {
          throw new IllegalArgumentException(
              "fallback: '%s' is named twice".formatted(next.name()));
        }
      }
    }
  }
}
