package dev.drover.runtime.task;

import dev.drover.runtime.foreign.ForeignModel;
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
      var own = ForeignModel.of(model);
      var others = fallbacks.stream().map(ForeignModel::of).toList();
      var names = new HashSet<>(Set.of(own.name()));
      for (var next : others) {
        if (!names.add(next.name())) {
          throw new IllegalArgumentException(
              "fallback: '%s' is named twice".formatted(next.name()));
        }
      }
      model = own;
      fallbacks = List.copyOf(others);
    }
  }
}
